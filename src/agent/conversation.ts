import { usableTokens, windowTooSmall } from "../calls/window"
import type { Chunk, DocumentSearch, LLM, Message, StoredDocument } from "../contracts"
import { boundaryFor } from "../evidence/boundary"
import { aboutDocument, openingOf } from "./about-document"
import type { AgentSettings } from "./agent-options"
import { leastTurnTokens, searchedDocumentMessage, wholeDocumentMessage } from "./prompt"
import type { ReportForm } from "./report-form"
import { createShownPassages, type ShownPassages } from "./shown-passages"

/** Tokens that chat frames and joints add to a conversation's texts. */
const frameTokens = 100

/** One agent's messages, which only grow at their end, and what it has been shown in them. */
export interface Conversation {
  readonly messages: readonly Message[]
  readonly shown: ShownPassages
  /** True where the first message shows the whole document. */
  readonly isWhole: boolean
  readonly chunks: readonly Chunk[]
  /** Tokens that texts may still take, so that the model's next reply fits its window. */
  roomLeft(): number
  add(message: Message): void
}

export interface ConversationRequest {
  readonly form: Pick<ReportForm, "instructions" | "asked" | "texts">
  readonly document: StoredDocument
  readonly search: DocumentSearch
  readonly llm: LLM
  readonly settings: AgentSettings
  readonly countTokens: (text: string) => number
  readonly signal?: AbortSignal | undefined
}

/**
 * The first two messages: rules and what is asked, then the document, whole where it is short enough.
 *
 * @throws InvalidArgumentError for a window that the rules and what is asked, before and behind a search, do not fit
 */
export async function startConversation(request: ConversationRequest): Promise<Conversation> {
  const { document, search, llm, settings, countTokens, signal } = request
  const chunks = await search.chunks({ signal })
  const room = roomOf(llm, settings)
  const tokensOf = (messages: readonly Message[]) =>
    messages.reduce((sum, { content }) => sum + countTokens(content), 0)
  const whole =
    document.tokens <= Math.min(settings.readWholeTokens, room)
      ? await firstMessages(request, chunks, true)
      : undefined
  const start =
    whole && tokensOf(whole.messages) <= room ? whole : await firstMessages(request, chunks, false)
  const messages = [...start.messages]
  let used = tokensOf(messages)
  const needed = start === whole ? used : used + leastTurnTokens(request.form.asked, countTokens)
  if (needed > room) {
    throw windowTooSmall(llm, needed - room, "this question and plan")
  }
  return {
    messages,
    shown: start.shown,
    isWhole: start === whole,
    chunks,
    roomLeft: () => room - used,
    add(message) {
      messages.push(message)
      used += countTokens(message.content)
    },
  }
}

/** Tokens that the messages of one call may have. */
export function roomOf(
  llm: Pick<LLM, "contextWindow">,
  { maxOutputTokens }: Pick<AgentSettings, "maxOutputTokens">,
): number {
  return usableTokens(llm) - maxOutputTokens - frameTokens
}

async function firstMessages(
  { form, document, settings, countTokens, signal }: ConversationRequest,
  chunks: readonly Chunk[],
  isWhole: boolean,
): Promise<{ readonly messages: readonly Message[]; readonly shown: ShownPassages }> {
  const about = aboutDocument(document, chunks, isWhole)
  const own = [...form.texts, ...about, ...chunks.flatMap(textsOf)]
  const shown = createShownPassages(await boundaryFor(own, signal), countTokens, settings.repeatPassages)
  const opening = isWhole ? undefined : openingOf(chunks)
  const content = isWhole
    ? wholeDocumentMessage(about, shown.showText(chunks), form.asked)
    : searchedDocumentMessage(about, document.chunkCount, opening && shown.showText([opening]))
  const system = form.instructions(settings, isWhole)
  const messages = [
    { role: "system", content: system },
    { role: "user", content },
  ] as const
  return { messages, shown }
}

/** All that a chunk can put into a prompt. */
function textsOf({ text, headings, tableHeader }: Chunk): readonly string[] {
  return [text, ...headings, tableHeader ?? ""]
}
