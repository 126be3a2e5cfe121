import type { Findings, LLM, RunEvent, Warning } from "../../contracts"
import { TEXT_FRAME_TOKENS } from "../budget"
import type { PreparedTexts } from "../prepare-texts"
import type { ResolvedSynthesisOptions } from "../synthesis-options"
import type { MergeText } from "../text"

/** What all merges of one synthesis have in common. */
export interface MergeContext {
  readonly question: string
  readonly directive: string
  readonly findings: readonly Findings[]
  readonly llm: LLM
  readonly settings: ResolvedSynthesisOptions
  readonly countTokens: (text: string) => number
  readonly prepared: PreparedTexts
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  readonly warn: (warning: Warning) => void
  readonly emit: (event: RunEvent) => void
}

/** Tokens of a text in a prompt, frame included. */
export function sizeOf(text: MergeText): number {
  return text.tokens + TEXT_FRAME_TOKENS
}

export function sizeOfAll(texts: readonly MergeText[]): number {
  return texts.reduce((sum, text) => sum + sizeOf(text), 0)
}

export function fitsOneCall({ prepared }: MergeContext, texts: readonly MergeText[]): boolean {
  return sizeOfAll(texts) <= prepared.budget.textTokens
}

export function warnOfUnknownMarkers({ warn }: MergeContext, numbers: readonly number[]): void {
  if (numbers.length === 0) return
  warn({
    code: "marker-unknown",
    message: `Markers without evidence were removed: ${numbers.map((number) => `E${number}`).join(", ")}.`,
  })
}
