/** Names in Redis beside those of BullMQ; the braces keep the names of a queue together in a cluster. */
export interface Keys {
  /** What the workers that are there read with. */
  readonly workers: string
  /** Channel of what happens in jobs. */
  readonly events: string
  /** What a job came to. */
  result(jobId: string): string
  /** Who waits for a job. */
  wanted(jobId: string): string
  /** Calls that were made for a job, by whichever worker. */
  calls(jobId: string): string
  /** Calls of a model in the last minute. */
  quota(modelId: string): string
}

export function keysOf(queue: string): Keys {
  const named = (what: string) => `spd-rag:{${queue}}:${what}`
  return {
    workers: named("workers"),
    events: named("events"),
    result: (jobId) => named(`result:${jobId}`),
    wanted: (jobId) => named(`wanted:${jobId}`),
    calls: (jobId) => named(`calls:${jobId}`),
    quota: (modelId) => named(`quota:${modelId}`),
  }
}
