import type { SpdRagConfig } from "../config/options"
import type { Message } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { type Checks, optional } from "../runtime/check/options"
import { oneOf, positive } from "../runtime/check/values"
import { answerFromPassages } from "./answer-call"
import { type Baseline, type BaselineRun, createBaseline } from "./baseline"
import { type CorpusPassage, passageOf, readChunks } from "./corpus-search"
import { boundaryOf } from "./normal-rag"
import { takeOptions } from "./options"
import { createPassageRegister, wholeDocument } from "./passage-register"
import { answerPrompt } from "./prompt"
import { answerWithStages, planOf } from "./stage-answer"

/** Plugs, and what is done where the documents do not fit one prompt. */
export interface FullContextConfig extends SpdRagConfig {
  /**
   * What to do where the documents exceed the window: `error` says by how much; `drop` reads the first documents
   * that fit and leaves the others as skipped for the reason `limit`. @default "error"
   */
  readonly onOverflow?: "error" | "drop" | undefined
  /** Tokens of documents that an agent in place of a model may read. @default 1_000_000 */
  readonly contextWindow?: number | undefined
}

/** Tokens that the marker of a passage, and the frame of a document without its name, may cost. */
const markerTokens = 8
const frameTokens = 40

const optionChecks: Checks<Pick<FullContextConfig, "onOverflow" | "contextWindow">> = {
  onOverflow: optional(oneOf("error", "drop")),
  contextWindow: optional(positive),
}

/**
 * The paper's "full context": all documents in one call. It uses the synthesizer's model; where the config gives
 * an agent, that agent reads what fits `contextWindow` instead.
 *
 * `ask` rejects with InvalidArgumentError, before any call, where the documents do not fit.
 *
 * @throws InvalidArgumentError that names the option
 */
export function fullContext(config: FullContextConfig): Baseline {
  const { own, shared } = takeOptions(config, optionChecks)
  const { onOverflow = "error", contextWindow = 1_000_000 } = own
  return createBaseline(shared, async (run) => {
    const { config, question } = run
    const isStage = config.agent !== undefined
    const register = createPassageRegister(await boundaryOf(run))
    const { maxOutputTokens } = config.synthesis
    const head = `# Question\n${question}\n\n# Documents\n`
    const room = isStage
      ? contextWindow
      : run.llm("synthesizer").contextWindow -
        maxOutputTokens -
        config.countTokens(answerPrompt) -
        config.countTokens(head)
    const documents = await fitting(run, room, onOverflow)
    const text = documents.map((passages) => register.showWhole(passages)).join("\n")
    if (isStage) {
      const result = await answerWithStages(run, await planOf(run), [...register.documents.values()])
      return { ...result, unreadReason: "limit" }
    }
    const messages: readonly Message[] = [
      { role: "system", content: answerPrompt },
      { role: "user", content: head + text },
    ]
    const result = await answerFromPassages(run, messages, register, [], "read-whole")
    return { ...result, unreadReason: "limit" }
  })
}

/** Whole documents, in the order asked, as many as fit. */
async function fitting(
  run: BaselineRun,
  room: number,
  onOverflow: "error" | "drop",
): Promise<readonly (readonly CorpusPassage[])[]> {
  const { documents } = run
  const { agent, countTokens } = run.config
  const chunks = await readChunks(run)
  const wholes = documents.map((document, at) =>
    wholeDocument(
      document,
      (chunks[at] ?? []).map((chunk) => passageOf(chunk, 0)),
    ),
  )
  const isStage = agent !== undefined
  const sizes = wholes.map((passages) =>
    passages.reduce(
      (sum, { passage }) => sum + countTokens(passage.text) + (isStage ? 0 : markerTokens),
      isStage ? 0 : frameTokens + countTokens(passages[0]?.document.title ?? ""),
    ),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= room) return wholes
  const over = `documents that fit the window: ${total} tokens are ${total - room} too many (room for ${room})`
  if (onOverflow === "error") throw new InvalidArgumentError("documents", documents.length, over)
  let used = 0
  const kept = wholes.filter((_, at) => {
    used += sizes[at] as number
    return used <= room
  })
  if (kept.length === 0) throw new InvalidArgumentError("documents", documents.length, over)
  return kept
}
