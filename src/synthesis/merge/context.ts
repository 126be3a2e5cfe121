import type { Findings, LLM, Message, RunEvent, Warning } from "../../contracts"
import type { KeyedQueue } from "../../runtime/keyed-queue"
import { mergeMessages, promptSize } from "../fixed-parts"
import type { PreparedTexts } from "../prepare-texts"
import type { MergeKind } from "../prompt"
import type { ResolvedSynthesisOptions } from "../synthesis-options"
import type { MergeText } from "../text"

/** What all merges of one synthesis have in common. */
export interface MergeContext {
  readonly findings: readonly Findings[]
  readonly tasks: readonly string[]
  readonly llm: LLM
  readonly settings: ResolvedSynthesisOptions
  readonly countTokens: (text: string) => number
  /** True where joined texts cost no more than their parts, but for a token or two a joint. */
  readonly additive: boolean
  readonly prepared: PreparedTexts
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  readonly warn: (warning: Warning) => void
  readonly emit: (event: RunEvent) => void
  /** Prompts of a round are made one after another: side by side, each would take its time of the same turn of the event loop. */
  readonly inTurn: KeyedQueue
}

/** Tokens of a text in a prompt, frame included; a text that nothing can make fit counts as one that fills a call. */
export function sizeOf({ prepared: { budget } }: MergeContext, text: MergeText): number {
  return Math.min(text.tokens + budget.frameTokens, budget.textTokens)
}

/** True for a text that a merge of it alone would shorten. */
export function isLarge({ prepared: { budget } }: MergeContext, text: MergeText): boolean {
  return text.tokens > budget.outputTokens
}

export function sizeOfAll(context: MergeContext, texts: readonly MergeText[]): number {
  return texts.reduce((sum, text) => sum + sizeOf(context, text), 0)
}

/**
 * True where one call holds the texts. A counter that may give a whole more than its parts is asked about the whole
 * prompt.
 */
export function fitsOneCall(
  context: MergeContext,
  texts: readonly MergeText[],
  kind: MergeKind,
  quotes: readonly string[] = [],
): boolean {
  const { prepared, additive } = context
  const { budget, fixed } = prepared
  if (sizeOfAll(context, texts) > budget.textTokens) return false
  if (additive || texts.length === 0) return true
  const variable = { boundary: "00000000", texts: texts.map(({ text }) => text), quotes }
  return messagesFit(context, mergeMessages(fixed, kind, variable, budget.outputTokens), budget.chatTokens)
}

/** True where the messages, reserved output, and what is kept free beside them, are within one call. */
export function messagesFit(
  { prepared: { budget }, additive, countTokens }: MergeContext,
  messages: readonly Message[],
  freeTokens: number,
): boolean {
  return additive || promptSize(messages, countTokens) + freeTokens + budget.outputTokens <= budget.callTokens
}

export function warnOfUnknownMarkers({ warn }: MergeContext, numbers: readonly number[]): void {
  if (numbers.length === 0) return
  warn({
    code: "marker-unknown",
    message: `Markers without evidence were removed: ${numbers.map((number) => `E${number}`).join(", ")}.`,
  })
}

export function warnOfCircle({ warn }: MergeContext): void {
  warn({
    code: "reply-repeated",
    message: "A reply went round in circles, also when asked again; it was cut where the circle begins.",
  })
}

/** Ids of the documents whose findings are below the texts, each once, in their order. */
export function documentIdsOf({ findings }: MergeContext, texts: readonly MergeText[]): readonly string[] {
  const positions = new Set(texts.flatMap((text) => text.positions))
  return [...positions].sort((a, b) => a - b).map((position) => findings[position]!.documentId)
}
