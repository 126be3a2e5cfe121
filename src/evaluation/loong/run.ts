import type { Temperature } from "../../calls/temperature"
import type { JSONValue, LLM } from "../../contracts"
import { InvalidArgumentError, messageOf } from "../../errors"
import { asJSON, type EvaluatedSystem, usageOf } from "../evaluated-system"
import { type BenchmarkOptions, runBenchmark } from "../run-benchmark"
import type { RunLog, RunRecord } from "../run-log"
import type { LoongData, LoongInstance } from "./instance"
import { judgeAnswer } from "./judge"
import { mechanicalKind, scoreMechanically } from "./score"

/** The systems, the instances, the judge, and where the results go. */
export interface RunLoongOptions
  extends Pick<
    BenchmarkOptions<LoongItem, EvaluatedSystem>,
    "retryFailed" | "signal" | "onRecord" | "concurrency"
  > {
  readonly data: LoongData
  readonly systems: readonly EvaluatedSystem[]
  readonly log: RunLog
  /** Without a judge only the rows that exact code can score are rated. */
  readonly judge?: LLM | undefined
  /** Of the judge; `"default"` leaves it to the model. @default 0 */
  readonly judgeTemperature?: Temperature | undefined
  /** The first so many instances. @default all */
  readonly limit?: number | undefined
}

type LoongItem = {
  readonly id: string
  readonly instance: LoongInstance | undefined
  readonly reason: string
}

/**
 * Asks every system every instance of Loong and rates the answers. An instance with a missing document and a row
 * that can't be used count as failed for every system.
 *
 * @returns one record a system and instance, failed ones included; `loongTables` adds them up.
 */
export async function runLoong(options: RunLoongOptions): Promise<readonly RunRecord[]> {
  const { data, systems, log, limit } = options
  const usable = data.instances.map((instance) => ({ id: instance.id, instance, reason: "" }))
  const unusable = data.unusable.map(({ id, line, reason }) => ({
    id: `${id} (line ${line})`,
    instance: undefined,
    reason,
  }))
  return runBenchmark<LoongItem, EvaluatedSystem>({
    systems,
    instances: [...usable, ...unusable].slice(0, limit),
    log,
    retryFailed: options.retryFailed,
    signal: options.signal,
    concurrency: options.concurrency,
    onRecord: options.onRecord,
    describeInstance: ({ instance }) => ({
      set: instance?.set ?? 0,
      type: instance?.type ?? "unknown",
      task: instance?.task ?? "unknown",
      scoring: (instance && mechanicalKind(instance)) ?? "judge",
    }),
    run: async ({ system, instance: item, signal }) => {
      if (item.instance === undefined)
        throw new InvalidArgumentError("row", item.id, `usable (${item.reason})`)
      return answerInstance(item.instance, { ...options, system, signal })
    },
  })
}

async function answerInstance(
  instance: LoongInstance,
  run: RunLoongOptions & { readonly system: EvaluatedSystem },
): Promise<{ readonly [field: string]: JSONValue | undefined }> {
  const { data, system, judge, signal } = run
  const documents = await data.readDocuments(instance)
  const rag = system.create(instance.id)
  await rag.add(documents, { signal })
  const answer = await rag.ask(instance.prompt, { signal })
  const mechanical = scoreMechanically(instance, answer.text)
  const unanswered = answer.documents.filter(({ status }) => status === "failed" || status === "skipped")
  return {
    text: answer.text,
    usage: asJSON(usageOf(answer)),
    unread: unanswered.length,
    ...(mechanical && { mechanical: asJSON(mechanical) }),
    ...(judge && { judge: await rate(judge, instance, answer.text, run) }),
  }
}

/** A judge that fails or gives no number leaves the answer unrated; its answer is not lost. */
async function rate(
  llm: LLM,
  instance: LoongInstance,
  prediction: string,
  { judgeTemperature: temperature, signal }: RunLoongOptions,
): Promise<JSONValue> {
  try {
    const { judgeQuestion: question, answer: gold } = instance
    const request = { llm, question, gold, prediction, temperature, signal }
    const { rating, reply } = await judgeAnswer(request)
    return rating === undefined ? { reply } : { rating, reply }
  } catch (error) {
    signal?.throwIfAborted()
    return { error: messageOf(error) }
  }
}
