import type { Citation, DocumentOutcome, JSONValue, SourceDocument, UsageReport, Warning } from "../contracts"

/** What is measured of an answer; `Answer` of `spdRag` and of the baselines fits. */
export interface EvaluatedAnswer {
  readonly text: string
  readonly citations: readonly Citation[]
  readonly documents: readonly DocumentOutcome[]
  readonly usage: UsageReport
  readonly warnings: readonly Warning[]
  readonly durationMs: number
}

/** What of a set the benchmarks use. */
export interface EvaluatedRag {
  add(
    documents: readonly SourceDocument[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<{ readonly failed: readonly unknown[] }>
  ask(question: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<EvaluatedAnswer>
}

/** A system under test. */
export interface EvaluatedSystem {
  readonly name: string
  /**
   * A fresh one without documents.
   *
   * @param instanceId what it will be asked, for a reader that knows the answers; Loong gives it
   */
  create(instanceId?: string): EvaluatedRag
}

/** Figures of one answer, as they go into a record. */
export interface RunUsage {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  readonly cost: number
  readonly lowerBound: boolean
  readonly unpricedModels: readonly string[]
  readonly durationMs: number
}

export function usageOf(answer: EvaluatedAnswer): RunUsage {
  const { calls, inputTokens, outputTokens, cachedInputTokens, cost, lowerBound, unpricedModels } =
    answer.usage
  const { durationMs } = answer
  return {
    calls,
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cost,
    lowerBound,
    unpricedModels,
    durationMs,
  }
}

/** Any readonly plain data as a JSON value: interfaces have no index signature of their own. */
export function asJSON(value: object): JSONValue {
  return value as JSONValue
}
