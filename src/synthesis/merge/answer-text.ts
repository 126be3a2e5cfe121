import { InvalidOutputError } from "../../errors"
import { type MergeContext, warnOfCircle } from "./context"
import type { AnswerFaults } from "./faults"
import { judgeAnswer } from "./judge-answer"
import { firstReply, isEmpty, type MergeCall, secondReply } from "./reply"

/** What the model wrote, with evidence markers, and what is wrong with it. */
export interface WrittenAnswer {
  readonly text: string
  readonly faults: AnswerFaults
}

/**
 * The text of the last merge. What is wrong with a reply is asked for once more, all of it in
 * one request; the better of the two is taken.
 *
 * @throws InvalidOutputError (blocked, empty)
 */
export async function answerText(
  context: MergeContext,
  call: MergeCall,
  signal: AbortSignal | undefined,
): Promise<WrittenAnswer> {
  const { llm, outputTokens } = call
  const first = await judgeAnswer(context, call, await firstReply(call), signal)
  let best = first
  if (first.remark.text !== "") {
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
  return { text: reply.text, faults: best }
}
