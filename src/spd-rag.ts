import { configAccess } from "./config/access"
import type { AskOptions, SpdRagConfig } from "./config/options"
import { type ResolvedConfig, resolveConfig } from "./config/resolve"
import { type ResolvedAsk, resolveAsk } from "./config/resolve-ask"
import type { TableRequest } from "./config/table-request"
import type { Estimate, JSONValue, Table } from "./contracts"
import type { Answer } from "./contracts/answer"
import type { SpdRagEvent } from "./contracts/run-end"
import { askQuestion } from "./run/ask-question"
import { createIndex, type DocumentIndex } from "./run/set/create-index"
import { streamQuestion } from "./run/stream-question"
import { createAddFailures } from "./run/warnings/add-failures"
import { isRecord } from "./runtime/check/options"

/** A set of documents that can be asked questions. */
export interface SpdRag extends DocumentIndex {
  /**
   * Answers a question from every document.
   *
   * @throws InvalidArgumentError, NoFindingsError, LimitExceededError, or what kept a stage from its result; the
   * signal's reason when it aborts
   */
  ask(question: string, options?: AskOptions): Promise<Answer>
  /**
   * The same, as events; the last one, `run-end`, holds the answer. Leaving the loop aborts the run. One loop a call:
   * the run starts with it, and a second loop is refused.
   */
  stream(question: string, options?: AskOptions): AsyncIterable<SpdRagEvent>
  /**
   * What `ask` would use, from least to most, by stage. No model is called: the list of documents is read from the store, with
   * the tokens that were counted when they were added.
   *
   * @throws InvalidArgumentError as `ask` does; the signal's reason when it aborts
   */
  estimate(question: string, options?: AskOptions): Promise<Estimate>
  /** The same of what `table` would use. */
  estimate<Values extends object = Readonly<Record<string, JSONValue>>>(
    request: TableRequest<Values>,
  ): Promise<Estimate>
  /**
   * Reads a typed row of every document, or several of each: its columns are those of a schema, each cell has its quotes,
   * and no document is missing.
   *
   * @throws InvalidArgumentError that names the option or the column, or what kept a stage from its result; the signal's
   * reason when it aborts
   */
  table<Values extends object = Readonly<Record<string, JSONValue>>>(
    request: TableRequest<Values>,
  ): Promise<Table<Values>>
  /** For workers, which read documents with this config. @internal */
  readonly [configAccess]?: ResolvedConfig | undefined
}

/**
 * Question → plan → one agent a document → findings → merge tree → answer (arXiv 2603.08329).
 *
 * Runs share nothing but the store; questions may be asked at once.
 *
 * @throws InvalidArgumentError that names the option
 */
export function spdRag(config: SpdRagConfig): SpdRag {
  const resolved = resolveConfig(config)
  const failures = createAddFailures()
  const run = (ask: ResolvedAsk) => askQuestion(ask, resolved, failures)
  return {
    ...createIndex(resolved, failures),
    [configAccess]: resolved,
    ask: async (question, options) => run(resolveAsk(question, options, resolved)),
    stream: (question, options) => streamQuestion(() => resolveAsk(question, options, resolved), run),
    async estimate(asked: unknown, options?: AskOptions) {
      // Loaded on first use, as `table` is.
      if (!isRecord(asked)) {
        const ask = resolveAsk(asked as string, options, resolved)
        const { estimateQuestion } = await import("./run/estimate/estimate-question")
        return estimateQuestion(ask, resolved, failures)
      }
      const { estimateTable } = await import("./run/estimate/table/estimate-table")
      return estimateTable(asked, resolved, failures)
    },
    async table<Values extends object = Readonly<Record<string, JSONValue>>>(request: TableRequest<Values>) {
      // Loaded on first use: who asks questions alone need not carry it.
      const { makeTable } = await import("./run/table/make-table")
      return (await makeTable(request, resolved, failures)) as Table<Values>
    },
  }
}
