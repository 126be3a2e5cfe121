import type { Chunk, DocumentSearch, LLM, Message, Plan, StoredDocument } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { boundaryFor } from "../evidence/boundary"
import type { AgentSettings } from "./agent-options"
import { agentInstructions, documentMessage } from "./prompt"
import { createShownPassages, type ShownPassages } from "./shown-passages"

/** Models count tokens differently; a prompt keeps this share of the window free. */
const WINDOW_MARGIN = 0.2
/** Tokens that chat frames and our last line add to a conversation's texts. */
const FRAME_TOKENS = 200

/** One agent's messages, which only grow at their end, and what it has been shown in them. */
export interface Conversation {
  readonly messages: readonly Message[]
  readonly shown: ShownPassages
  /** True where the first message shows the whole document. */
  readonly whole: boolean
  /** Tokens that texts may still take, so that the model's next reply fits its window. */
  roomLeft(): number
  add(message: Message): void
}

/**
 * The first two messages: rules, question and tasks, then the document, whole where it is short enough.
 *
 * @throws InvalidArgumentError for a window that rules and tasks alone do not fit
 */
export async function startConversation(request: {
  readonly question: string
  readonly plan: Plan
  readonly document: StoredDocument
  readonly search: DocumentSearch
  readonly llm: LLM
  readonly settings: AgentSettings
  readonly countTokens: (text: string) => number
  readonly signal?: AbortSignal | undefined
}): Promise<Conversation> {
  const { question, plan, document, search, llm, settings, countTokens, signal } = request
  const chunks = await search.chunks({ signal })
  const boundary = boundaryFor([question, ...plan.tasks, ...textsOf(document, chunks)])
  const shown = createShownPassages(boundary, countTokens, settings.repeatPassages)
  const system = agentInstructions(question, plan, settings)
  const room = Math.floor(llm.contextWindow / (1 + WINDOW_MARGIN)) - settings.maxOutputTokens - FRAME_TOKENS
  const roomForText = room - countTokens(system) - FRAME_TOKENS
  const whole = document.tokens <= Math.min(settings.readWholeTokens, roomForText)
  const text = whole ? shown.showWhole(chunks) : undefined
  const messages: Message[] = [
    { role: "system", content: system },
    { role: "user", content: documentMessage(document.title, document.chunkCount, text) },
  ]
  let used = messages.reduce((sum, { content }) => sum + countTokens(content), 0)
  if (used > room) {
    const least = used - room + llm.contextWindow
    throw new InvalidArgumentError(
      "llm.contextWindow",
      llm.contextWindow,
      `at least ${least} for this question and plan`,
    )
  }
  return {
    messages,
    shown,
    whole,
    roomLeft: () => room - used,
    add(message) {
      messages.push(message)
      used += countTokens(message.content)
    },
  }
}

/** All that a document can put into a prompt. */
function textsOf({ title }: StoredDocument, chunks: readonly Chunk[]): readonly string[] {
  return [
    title,
    ...chunks.flatMap(({ text, headings, tableHeader }) => [text, ...headings, tableHeader ?? ""]),
  ]
}
