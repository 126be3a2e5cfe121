import { markersIn } from "../../evidence/markers"
import { cutAtLine } from "../cut/text"
import { cutWithMarkers } from "../cut/with-markers"
import { askedTokens } from "../fixed-parts"
import { circleMessage, emptyReplyMessage, shorterMessage } from "../prompt"
import type { MergeText } from "../text"
import { type MergeContext, warnOfCircle, warnOfUnknownMarkers } from "./context"
import { firstReply, isEmpty, type MergeCall, type MergeReply, secondReply } from "./reply"

/**
 * The text of one merge that is not the last: at most the output that is reserved, whatever the model does. A reply
 * that is empty or too long is asked for once more; then it is cut at a line, or the texts themselves are, with a warning.
 */
export async function betweenText(
  context: MergeContext,
  call: MergeCall,
  parts: readonly MergeText[],
): Promise<string> {
  const { warn } = context
  const { outputTokens, countTokens } = call
  const first = await firstReply(call)
  const remark = remarkOn(first, outputTokens)
  const reply = remark === undefined ? first : better(first, await secondReply(call, first, { text: remark }))
  if (reply.finishReason === "blocked" || isEmpty(reply)) {
    warnOfEmptyMerge(context)
    return beginnings(parts, outputTokens, countTokens)
  }
  warnOfUnknownMarkers(context, reply.unknown)
  if (reply.circled) warnOfCircle(context)
  if (reply.tokens <= outputTokens && !(reply.circled && reply.tooLong)) return reply.text
  warn({
    code: "merge-shortened",
    message: `A merge was longer than ${outputTokens} tokens, also when asked again; its end was cut.`,
  })
  return cutWithMarkers(reply.text, markersIn(reply.text), outputTokens, countTokens)
}

export function warnOfEmptyMerge({ warn }: MergeContext): void {
  warn({
    code: "merge-empty",
    message: "A merge gave no text; the beginnings of its texts were kept instead.",
  })
}

/** As much of the beginning of each text as one merged text may hold. */
export function beginnings(
  parts: readonly MergeText[],
  maxTokens: number,
  countTokens: (text: string) => number,
): string {
  const share = Math.floor(maxTokens / parts.length)
  const starts = parts.map(({ text, evidence }) => cutWithMarkers(text, evidence, share, countTokens))
  return cutAtLine(starts.join("\n"), maxTokens, countTokens)
}

function remarkOn(reply: MergeReply, outputTokens: number): string | undefined {
  if (reply.finishReason === "blocked") return undefined
  if (isEmpty(reply)) return emptyReplyMessage
  const remarks = [
    ...(reply.tooLong ? [shorterMessage(Math.floor(askedTokens(outputTokens) * 0.7))] : []),
    ...(reply.circled ? [circleMessage] : []),
  ]
  return remarks.length === 0 ? undefined : remarks.join("\n")
}

/** The second reply, unless it has nothing, or is broken off too and holds less. */
function better(first: MergeReply, second: MergeReply): MergeReply {
  if (second.finishReason === "blocked" || isEmpty(second)) return isEmpty(first) ? second : first
  const isBroken = second.circled || (first.circled && second.finishReason === "length")
  return isBroken && first.tokens > second.tokens ? first : second
}
