import { InvalidOutputError } from "../../errors"
import { type MergeContext, warnOfCircle } from "./context"
import { judgeAnswer } from "./judge-answer"
import { firstReply, isEmpty, type MergeCall, secondReply } from "./reply"

/**
 * The text of the last merge, with evidence markers. What is wrong with a reply is asked for once more, all of it in
 * one request; the better of the two is taken.
 *
 * @throws InvalidOutputError (blocked, empty)
 */
export async function answerText(
  context: MergeContext,
  call: MergeCall,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { llm, outputTokens } = call
  const first = await judgeAnswer(context, call, await firstReply(call), signal)
  let best = first
  if (first.remark !== "") {
    const reply = await secondReply(call, first.reply, first.remark)
    const second = await judgeAnswer(context, call, reply, signal)
    if (second.weight <= first.weight) best = second
  }
  const { reply } = best
  if (reply.finishReason === "blocked") {
    throw new InvalidOutputError(`${llm.modelId} refused to write the answer.`, {
      reason: "blocked",
      text: reply.text,
    })
  }
  if (isEmpty(reply)) {
    throw new InvalidOutputError(`${llm.modelId} gave an empty answer, also when asked again.`, {
      reason: "empty",
    })
  }
  if (reply.circled) warnOfCircle(context)
  if (reply.finishReason === "length") {
    context.warn({ code: "answer-truncated", message: `The answer was cut off at ${outputTokens} tokens.` })
  }
  return reply.text
}
