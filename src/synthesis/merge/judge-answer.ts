import { askedTokens } from "../fixed-parts"
import {
  circleMessage,
  emptyReplyMessage,
  shorterMessage,
  uncitedMessage,
  unsupportedMessage,
} from "../prompt"
import type { MergeContext } from "./context"
import { type AnswerFaults, faultsOf } from "./faults"
import { isEmpty, type MergeCall, type MergeReply, type Remark } from "./reply"

export interface JudgedReply extends AnswerFaults {
  readonly reply: MergeReply
  readonly remark: Remark
  /** The better of two replies has less. */
  readonly weight: number
}

/** Weight of a circle: more than that of any faults in a text that is whole. */
const circleWeight = 1e9
/** More names than this in a remark say less. */
const mostFigures = 40

/** How good a reply is as the answer, by what code can tell. */
export async function judgeAnswer(
  context: MergeContext,
  call: MergeCall,
  reply: MergeReply,
  signal: AbortSignal | undefined,
): Promise<JudgedReply> {
  const none = { reply, uncited: [], unsupported: [], weight: Number.POSITIVE_INFINITY }
  if (reply.finishReason === "blocked") return { ...none, remark: { text: "" } }
  if (isEmpty(reply)) return { ...none, remark: { text: emptyReplyMessage } }
  const faults = await faultsOf(context, reply.text, signal)
  const isCut = reply.finishReason === "length"
  const remarks = [
    reply.circled ? circleMessage : "",
    isCut ? shorterMessage(Math.floor(askedTokens(call.outputTokens) * 0.7)) : "",
    ...(context.settings.mendAnswer ? mendingRemarks(faults, call) : []),
  ]
  const weight =
    (reply.circled ? circleWeight : 0) + (isCut ? 1 : 0) + faults.uncited.length + faults.unsupported.length
  const text = remarks.filter((remark) => remark !== "").join("\n")
  return { reply, ...faults, remark: { text, saysAll: !isCut && saysAll(context, faults, text) }, weight }
}

/** True for a remark with all that the documents answered, on a reply that cites none: nothing else is worth its prompt again. */
function saysAll({ findings, prepared }: MergeContext, { uncited }: AnswerFaults, remark: string): boolean {
  return (
    uncited.length > 0 &&
    uncited.length === findings.length - prepared.listed.length &&
    uncited.every(({ isWhole, note }) => isWhole && remark.includes(note))
  )
}

/** As far as the prompt has room for what they name, and the reply for the markers that they ask for. */
function mendingRemarks({ uncited, unsupported }: AnswerFaults, call: MergeCall): readonly string[] {
  const { outputTokens, roomTokens, countTokens } = call
  const remarks: string[] = []
  let room = roomTokens
  const taken = (items: readonly string[]) => {
    const fitting: string[] = []
    for (const item of items) {
      room -= countTokens(item) + 1
      if (room < 0) break
      fitting.push(item)
    }
    return fitting
  }
  const figures = taken(unsupported.slice(0, mostFigures).map(({ text }) => text))
  if (figures.length > 0) remarks.push(unsupportedMessage(figures))
  const markers = uncited.map(({ marker }) => marker).join("")
  if (uncited.length === 0 || countTokens(markers) > outputTokens / 2) return remarks
  const lines = taken(uncited.map(({ note }) => note))
  return lines.length === 0 ? remarks : [...remarks, uncitedMessage(lines)]
}
