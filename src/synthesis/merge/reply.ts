import { circleStart } from "../../calls/circle"
import { withoutThinking } from "../../calls/thinking"
import type { LLM, LLMResponse, Message } from "../../contracts"
import { InvalidOutputError } from "../../errors"
import { withoutCutMarker } from "../cut/text"

/** One merge's request, sent once or twice. */
export interface MergeCall {
  readonly llm: LLM
  readonly messages: readonly [Message, Message]
  /** The same request without the texts. */
  readonly bareMessages: readonly [Message, Message]
  readonly outputTokens: number
  /** Left in the prompt for a remark about the reply, beside a sentence or two. */
  readonly roomTokens: number
  readonly countTokens: (text: string) => number
  /** False for messages over the budget, which a remark makes only by a counter that gives a whole more than its parts. */
  readonly fits: (messages: readonly Message[]) => boolean
  /** What the next prompt may hold of a reply, and the numbers of markers that were taken out. */
  readonly clean: (text: string) => { readonly text: string; readonly unknown: readonly number[] }
  readonly generate: (messages: readonly Message[], maxOutputTokens: number) => Promise<LLMResponse>
}

export interface MergeReply {
  readonly text: string
  /** Of the text as it is now, which need not be what the model wrote. */
  readonly tokens: number
  readonly finishReason: LLMResponse["finishReason"]
  /** True where it went round in circles: the text ends where the circle began. */
  readonly circled: boolean
  /** True for more than was reserved, the circle included. */
  readonly tooLong: boolean
  /** Numbers of markers that were taken out. */
  readonly unknown: readonly number[]
}

export function firstReply(call: MergeCall): Promise<MergeReply> {
  return replyOf(call, call.messages, call.outputTokens)
}

/** What a second request says of the first reply. */
export interface Remark {
  /** Empty where there is nothing to say. */
  readonly text: string
  /** True where it says all that the texts do: the second request leaves them out. */
  readonly saysAll?: boolean
}

/**
 * The second request replaces the first reply by a remark about it, so that it is hardly longer than the first. Where
 * it fails, the first reply is what there is, if it says anything.
 */
export async function secondReply(call: MergeCall, first: MergeReply, remark: Remark): Promise<MergeReply> {
  const [system, user] = remark.saysAll ? call.bareMessages : call.messages
  const remarked = [system, { ...user, content: `${user.content}\n\n${remark.text}` }]
  // A circle is never paid to its limit twice.
  const maxOutputTokens = first.circled ? Math.ceil(call.outputTokens / 2) : call.outputTokens
  try {
    return await replyOf(call, call.fits(remarked) ? remarked : call.messages, maxOutputTokens)
  } catch (error) {
    if (isEmpty(first)) throw error
    return first
  }
}

export function isEmpty({ text }: MergeReply): boolean {
  return text === ""
}

async function replyOf(
  call: MergeCall,
  messages: readonly Message[],
  maxOutputTokens: number,
): Promise<MergeReply> {
  const { text: given, finishReason } = await responseOf(call, messages, maxOutputTokens)
  const said = typeof given === "string" ? withoutThinking(given) : ""
  const start = circleStart(said)
  const circled = start !== undefined
  const { text: cleaned, unknown } = call.clean(circled ? said.slice(0, start) : said)
  const text = finishReason === "length" ? withoutCutMarker(cleaned.trim()) : cleaned.trim()
  const tokens = call.countTokens(text)
  const written = circled ? call.countTokens(said) : tokens
  const tooLong = finishReason === "length" || written > call.outputTokens
  const reason = circled && finishReason === "length" ? "stop" : finishReason
  return { text, tokens, finishReason: reason, circled, tooLong, unknown }
}

/** A reply that an adapter could make nothing of counts as what it says it is: empty, cut or refused. */
async function responseOf(
  call: MergeCall,
  messages: readonly Message[],
  maxOutputTokens: number,
): Promise<LLMResponse> {
  try {
    return await call.generate(messages, maxOutputTokens)
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
