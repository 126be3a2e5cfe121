import { agenticRag, fullContext, normalRag } from "../baselines"
import type { SpdRagConfig } from "../config/options"
import type { LLM, SourceDocument } from "../contracts"
import type { SpdRagEvent } from "../contracts/run-end"
import { InvalidArgumentError } from "../errors"
import type { Clock } from "../runtime/clock"
import { spdRag } from "../spd-rag"
import { fakeClock } from "../testing/fakes/clock"
import { fakeLLM } from "../testing/fakes/llm"
import { foundReply, planReply, searchReply } from "../testing/replies"
import { maySearch, stageOf, turnOf } from "../testing/stages"

/** What a model's call takes: `callMs + input tokens * inputTokenMs + output tokens * outputTokenMs`. */
export interface CallTiming {
  readonly callMs: number
  readonly inputTokenMs: number
  readonly outputTokenMs: number
}

/** The documents, and how long the calls of each model take. */
export interface SimulateOptions {
  readonly documents: number
  /** Tokens of each document, or of one after the other. */
  readonly documentTokens: number | readonly number[]
  /** Model of plan, merges and baselines. */
  readonly strong: CallTiming
  /** Model of the document agents. */
  readonly cheap: CallTiming
  /** Document agents at a time. @default 16 */
  readonly concurrency?: number | undefined
  /** Searches of an agent before it finalizes, on documents that are not read whole. @default 2 */
  readonly searches?: number | undefined
  /** Searches of the agentic baseline. @default 5 */
  readonly agenticSearches?: number | undefined
  /** Tokens of each kind of reply. @default 300, 60, 300, 800 */
  readonly outputTokens?: {
    readonly plan: number
    readonly search: number
    readonly findings: number
    readonly answer: number
  }
  readonly synthesis?: SpdRagConfig["synthesis"]
}

/** One system's time on a virtual clock. */
export interface SimulatedSystem {
  readonly system: "full-context" | "normal-rag" | "agentic-rag" | "spd-rag"
  /** From question to answer. */
  readonly durationMs: number
  /** The parts of the critical path, one after the other; they add up to `durationMs`. */
  readonly planMs: number
  readonly readingMs: number
  readonly synthesisMs: number
  /** The longest time of one agent; with enough concurrency the same as `readingMs`. */
  readonly slowestAgentMs: number
  readonly calls: number
  readonly inputTokens: number
}

/**
 * Runs the four systems on made-up documents and models whose calls take the given time, on a virtual clock, and
 * gives the critical path of each. Real pipelines, so that every call that they would make is counted.
 */
export async function simulate(options: SimulateOptions): Promise<readonly SimulatedSystem[]> {
  if (!Number.isInteger(options.documents) || options.documents < 1) {
    throw new InvalidArgumentError("documents", options.documents, "an integer from 1 up")
  }
  const documents = madeUpDocuments(options)
  const makers = {
    "full-context": (config: SpdRagConfig) => fullContext({ ...config, onOverflow: "drop" }),
    "normal-rag": normalRag,
    "agentic-rag": (config: SpdRagConfig) =>
      agenticRag({ ...config, maxSearches: options.agenticSearches ?? 5 }),
    "spd-rag": spdRag,
  }
  const rows: SimulatedSystem[] = []
  for (const [system, make] of Object.entries(makers)) {
    const clock = fakeClock()
    const rag = make(configOf(options, clock))
    await rag.add(documents)
    const path = criticalPath(clock)
    const answer = await rag.ask("What is the amount of every entity?", { onEvent: path.onEvent })
    const { calls, inputTokens } = answer.usage
    const { durationMs } = answer
    rows.push({
      system: system as SimulatedSystem["system"],
      durationMs,
      ...path.parts(durationMs),
      calls,
      inputTokens,
    })
  }
  return rows
}

/** A quarter of the characters, as the fakes count: exact counting of made-up words says nothing. */
const countTokens = (text: string): number => Math.ceil(text.length / 4)

function configOf(options: SimulateOptions, clock: Clock): SpdRagConfig {
  const { strong, cheap, concurrency = 16, searches = 2 } = options
  const { plan, search, findings, answer } = { ...defaultOutput, ...options.outputTokens }
  const reply = (tokens: number, { json }: { readonly json: unknown }) => ({
    json: { ...(json as object), reasoning: words(tokens) },
  })
  const ask = searchReply("amount of the entity")
  const found = foundReply({ answer: "The amount is stated." })
  const agent = fakeLLM((request) =>
    turnOf(request) < searches && maySearch(request) ? reply(search, ask) : reply(findings, found),
  )
  const planner = fakeLLM(() => reply(plan, planReply(["Find the amount."])))
  const writer = fakeLLM((request) => (stageOf(request) === "synthesis" ? words(answer) : reply(search, ask)))
  return {
    llm: {
      coordinator: timed(planner, strong, clock),
      agent: timed(agent, cheap, clock),
      synthesizer: timed(writer, strong, clock),
    },
    clock,
    random: () => 0,
    concurrency,
    countTokens,
    // A simulated call may take any time.
    retry: { attemptTimeoutMs: Number.MAX_SAFE_INTEGER },
    // Its writer writes words, so that nothing is cited: it is not asked for that.
    synthesis: { mendAnswer: false, ...options.synthesis },
  }
}

const defaultOutput = { plan: 300, search: 60, findings: 300, answer: 800 }

function timed(llm: LLM, { callMs, inputTokenMs, outputTokenMs }: CallTiming, clock: Clock): LLM {
  return {
    modelId: llm.modelId,
    contextWindow: llm.contextWindow,
    async generate(request) {
      const response = await llm.generate(request)
      const { inputTokens, outputTokens } = response.usage ?? { inputTokens: 0, outputTokens: 0 }
      await clock.sleep(callMs + inputTokens * inputTokenMs + outputTokens * outputTokenMs, request.signal)
      return response
    },
  }
}

/** Listens to a run and tells its parts by the virtual clock. */
function criticalPath(clock: Clock) {
  let plannedAt = 0
  let readAt = 0
  let slowestAgentMs = 0
  const startedAt = clock.now()
  const begun = new Map<string, number>()
  return {
    onEvent(event: SpdRagEvent) {
      const now = clock.now() - startedAt
      if (event.type === "plan-end") {
        plannedAt = now
        readAt = now
      } else if (event.type === "agent-start") begun.set(event.documentId, now)
      else if (event.type === "agent-end") {
        slowestAgentMs = Math.max(slowestAgentMs, now - (begun.get(event.documentId) ?? now))
        readAt = now
      }
    },
    parts: (durationMs: number) => ({
      planMs: plannedAt,
      readingMs: readAt - plannedAt,
      synthesisMs: durationMs - readAt,
      slowestAgentMs,
    }),
  }
}

function madeUpDocuments({ documents, documentTokens }: SimulateOptions): readonly SourceDocument[] {
  return Array.from({ length: documents }, (_, index) => {
    const tokens =
      typeof documentTokens === "number" ? documentTokens : documentTokens[index % documentTokens.length]
    const sentence = `Entity ${index} states an amount of ${index} units in its report. `
    return { id: `d${index}`, text: sentence.repeat(Math.ceil(((tokens ?? 0) * 4) / sentence.length)) }
  })
}

/** A text of so many tokens, four characters each. Its words differ: one that goes round in circles is asked for again. */
function words(tokens: number): string {
  const letter = (index: number) => String.fromCharCode(97 + (index % 26))
  const word = (index: number) => `${letter(index / 676)}${letter(index / 26)}${letter(index)} `
  return Array.from({ length: tokens }, (_, index) => word(index)).join("")
}
