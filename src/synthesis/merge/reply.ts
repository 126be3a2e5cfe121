import { withoutThinking } from "../../calls/thinking"
import type { LLM, LLMResponse, Message, Warning } from "../../contracts"
import { InvalidOutputError } from "../../errors"
import { cutAtLine } from "../cut-text"
import { EMPTY_REPLY_MESSAGE, type MergePromptParts, mergeMessage, shorterMessage } from "../prompt"

export interface MergeCall {
  readonly llm: LLM
  readonly instructions: string
  readonly prompt: Omit<MergePromptParts, "maxTokens">
  readonly outputTokens: number
  readonly countTokens: (text: string) => number
  readonly warn: (warning: Warning) => void
  /** Sends the request; the last round streams here. */
  readonly generate: (messages: readonly Message[]) => Promise<LLMResponse>
}

/** Share of the reserved output that the model is told of: models overshoot, and a cut reply costs a second call. */
const ASKED_SHARE = 0.75

/**
 * The text of one merge that is not the last: at most `outputTokens`, whatever the model does. A reply that is
 * empty or too long is asked for once more; then it is cut at a line, or the texts themselves are, with a warning.
 */
export async function mergeTexts(call: MergeCall): Promise<string> {
  const { outputTokens, countTokens, prompt, warn } = call
  const messages = messagesOf(call)
  let reply = await replyOf(call, messages)
  const isLong = () => reply.finishReason === "length" || countTokens(reply.text) > outputTokens
  if (reply.finishReason !== "blocked" && (isEmpty(reply) || isLong())) {
    reply = await askAgain(call, messages, reply)
  }
  if (reply.finishReason === "blocked" || isEmpty(reply)) {
    warn({
      code: "merge-empty",
      message: "A merge gave no text; the beginnings of its texts were kept instead.",
    })
    const share = Math.floor(outputTokens / prompt.texts.length)
    return prompt.texts.map((text) => cutAtLine(text, share, countTokens)).join("\n")
  }
  if (countTokens(reply.text) <= outputTokens) return reply.text.trim()
  warn({
    code: "merge-shortened",
    message: `A merge was longer than ${outputTokens} tokens, also when asked again; its end was cut.`,
  })
  return cutAtLine(reply.text, outputTokens, countTokens)
}

/**
 * The text of the last merge.
 *
 * @throws InvalidOutputError (blocked, empty)
 */
export async function finalText(call: MergeCall): Promise<string> {
  const messages = messagesOf(call)
  let reply = await replyOf(call, messages)
  if (reply.finishReason !== "blocked" && (isEmpty(reply) || reply.finishReason === "length")) {
    reply = await askAgain(call, messages, reply)
  }
  if (reply.finishReason === "blocked") {
    throw new InvalidOutputError(`${call.llm.modelId} refused to write the answer.`, {
      reason: "blocked",
      text: reply.text,
    })
  }
  if (isEmpty(reply)) {
    throw new InvalidOutputError(`${call.llm.modelId} gave an empty answer, also when asked again.`, {
      reason: "empty",
    })
  }
  if (reply.finishReason === "length") {
    call.warn({ code: "answer-truncated", message: `The answer was cut off at ${call.outputTokens} tokens.` })
  }
  return reply.text
}

function messagesOf({ instructions, prompt, outputTokens }: MergeCall): readonly Message[] {
  return [
    { role: "system", content: instructions },
    { role: "user", content: mergeMessage({ ...prompt, maxTokens: askedTokens(outputTokens) }) },
  ]
}

/** A reply that an adapter could make nothing of counts as what it says it is: empty, cut or refused. */
async function replyOf(call: MergeCall, messages: readonly Message[]): Promise<LLMResponse> {
  try {
    const reply = await call.generate(messages)
    return typeof reply.text === "string" ? { ...reply, text: withoutThinking(reply.text) } : reply
  } catch (error) {
    if (!(error instanceof InvalidOutputError)) throw error
    const finishReason = {
      truncated: "length",
      blocked: "blocked",
      empty: "stop",
      malformed: "stop",
    } as const
    return { text: error.text ?? "", finishReason: finishReason[error.reason] }
  }
}

/** The second request replaces the first reply by a word about it, so that it is hardly longer than the first. */
function askAgain(call: MergeCall, messages: readonly Message[], reply: LLMResponse): Promise<LLMResponse> {
  const [system, user] = messages as [Message, Message]
  const remark = isEmpty(reply)
    ? EMPTY_REPLY_MESSAGE
    : shorterMessage(Math.floor(askedTokens(call.outputTokens) * 0.7))
  return replyOf(call, [system, { ...user, content: `${user.content}\n\n${remark}` }])
}

function askedTokens(outputTokens: number): number {
  return Math.floor(outputTokens * ASKED_SHARE)
}

function isEmpty(reply: LLMResponse): boolean {
  return typeof reply.text !== "string" || reply.text.trim() === ""
}
