import { configAccess } from "../../config/access"
import type { ResolvedConfig } from "../../config/resolve"
import { InvalidArgumentError } from "../../errors"
import { type Check, type Checks, checkOptions, isRecord, optional } from "../../runtime/check/options"
import { callable, integerFrom } from "../../runtime/check/values"
import { safeListener } from "../../runtime/emit"
import { loadPeer } from "../../runtime/load-peer"
import type { SpdRag } from "../../spd-rag"
import { isBullmqAgent } from "../agent"
import { openRedis, type RedisConnection } from "../redis/client"
import { keysOf } from "../redis/keys"
import { connectionOption, queueName } from "../redis/options"
import { fingerprintOf } from "./fingerprint"
import { runJob } from "./run-job"
import { shareQuotas } from "./shared-quota"
import { startWatch } from "./watch"

/** The queue, the set, and how many documents are read at once. */
export interface AgentWorkerOptions {
  readonly connection: RedisConnection
  /** Name of the BullMQ queue, the same as that of `bullmqAgent`. */
  readonly queue: string
  /** Reads the documents: over the same set as the asker's, without a `bullmqAgent` of its own. */
  readonly rag: SpdRag
  /** Documents read at a time. @default the `concurrency` of `rag` */
  readonly concurrency?: number | undefined
  /** A document whose worker has been silent for so long is read by another. @default 30_000 */
  readonly takeOverAfterMs?: number | undefined
  /** How long findings are kept for who asks again. @default 86_400_000, a day */
  readonly resultsExpireAfterMs?: number | undefined
  /** Told of what goes wrong outside of a document, as when Redis is away; the worker goes on. */
  readonly onError?: ((error: Error) => void) | undefined
}

/** A process that reads documents from the queue. */
export interface AgentWorker {
  /** Takes no more documents, finishes those under way, and closes the connections. */
  close(): Promise<void>
}

const config: Check<ResolvedConfig> = (value, path) => {
  const found = isRecord(value) ? (value as Partial<SpdRag>)[configAccess] : undefined
  if (found === undefined) throw new InvalidArgumentError(path, value, "made by spdRag")
  if (isBullmqAgent(found.agent)) {
    throw new InvalidArgumentError(path, value, "without a bullmqAgent, since it would wait for itself")
  }
  return found
}

const optionChecks: Checks<Omit<AgentWorkerOptions, "rag"> & { readonly rag: ResolvedConfig }> = {
  connection: connectionOption,
  queue: queueName,
  rag: config,
  concurrency: optional(integerFrom(1)),
  takeOverAfterMs: optional(integerFrom(1_000), 30_000),
  resultsExpireAfterMs: optional(integerFrom(1), 86_400_000),
  onError: optional(callable<(error: Error) => void>()),
}

/** Workers die now and then, and a document must not be given up for that. How often one is begun is limited. */
const maxStalled = 1_000

/**
 * Reads documents for the askers of a queue until it is closed; any number of processes may do so. A document is read
 * by one worker, and by another where that one dies.
 *
 * @throws InvalidArgumentError that names the option; ProviderError where Redis is not there
 */
export async function startAgentWorker(options: AgentWorkerOptions): Promise<AgentWorker> {
  const settings = checkOptions(options, optionChecks, "options")
  const { connection, queue, rag, takeOverAfterMs = 30_000, resultsExpireAfterMs = 86_400_000 } = settings
  const { Worker } = await loadPeer("bullmq", "^6.7.0", () => import("bullmq"))
  const client = await openRedis(connection)
  const keys = keysOf(queue)
  const onError = safeListener(settings.onError)
  const fingerprint = await fingerprintOf(rag)
  rag.gates.share(shareQuotas(client, keys, onError))
  const watch = startWatch({ client, keys, fingerprint, onError })
  const worker = new Worker(
    queue,
    (job, _token, signal) =>
      runJob({ client, keys, config: rag, fingerprint, resultsExpireAfterMs, watch }, job, signal!),
    {
      connection: client,
      concurrency: settings.concurrency ?? rag.concurrency,
      lockDuration: takeOverAfterMs,
      stalledInterval: Math.ceil(takeOverAfterMs / 2),
      maxStalledCount: maxStalled,
      // A Redis that comes back is noticed soon.
      runRetryDelay: 1_000,
    },
  )
  worker.on("error", onError)
  // Another worker has the document by now.
  worker.on("lockRenewalFailed", (jobIds) => {
    for (const jobId of jobIds) worker.cancelJob(jobId)
  })
  return {
    async close() {
      await worker.close()
      await watch.stop()
      client.disconnect()
    },
  }
}
