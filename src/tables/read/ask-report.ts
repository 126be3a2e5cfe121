import type { Conversation } from "../../agent/conversation"
import { type DocumentRead, tooSmall } from "../../agent/read-document"
import { generateJson } from "../../calls/generate-json"
import type { Message } from "../../contracts"
import { InvalidOutputError } from "../../errors"
import { type RowReply, type RowReplyForm, rowReplySchema } from "./reply/row-reply"

export interface AskedReport {
  /** Undefined where no reply was usable. */
  readonly reply: RowReply | undefined
  /** What it lacks. */
  readonly problem?: Error | undefined
}

/**
 * One more report from the same passages: what is asked takes the place of what was asked before, at the very end, so that
 * a provider's prefix cache serves all that stands before it.
 */
export async function askReport(
  { llm, settings, countTokens, signal, reservedTokens = 0 }: DocumentRead,
  conversation: Conversation,
  words: { readonly before: string; readonly now: string },
  form: RowReplyForm,
): Promise<AskedReport> {
  const messages = withWords(conversation.messages, words)
  const added = countTokens(words.now) - countTokens(words.before)
  if (added > conversation.roomLeft() + reservedTokens) {
    return { reply: undefined, problem: tooSmall(llm) }
  }
  try {
    const { value: reply, problem } = await generateJson({
      llm,
      messages,
      schema: rowReplySchema(form, { maySearch: false, hasRead: true }),
      maxOutputTokens: settings.maxOutputTokens,
      temperature: settings.temperature,
      countTokens,
      signal,
    })
    return { reply, problem }
  } catch (error) {
    if (error instanceof InvalidOutputError) return { reply: undefined, problem: error }
    throw error
  }
}

function withWords(
  messages: readonly Message[],
  { before, now }: { readonly before: string; readonly now: string },
): readonly Message[] {
  const last = messages.at(-1)!
  const content = last.content.endsWith(before)
    ? `${last.content.slice(0, last.content.length - before.length)}${now}`
    : `${last.content}\n\nReport now:\n${now}`
  return [...messages.slice(0, -1), { ...last, content }]
}
