import { isTooLong } from "../calls/embed-texts"
import type { Findings, LLM, Message, RunEvent, Synthesis, Warning } from "../contracts"
import { createCitationRenderer } from "../evidence/citations"
import { keepKnownMarkers, markersIn } from "../evidence/markers"
import { errorJSON } from "../runtime/emit"
import { nextTurn } from "../runtime/yield"
import { TEXT_FRAME_TOKENS } from "./budget"
import { finalText, type MergeCall, mergeTexts } from "./call"
import { quoteLine } from "./finding-text"
import { halveTexts } from "./halve-texts"
import type { PreparedTexts } from "./prepare-texts"
import { streamAnswer } from "./stream-answer"
import type { ResolvedSynthesisOptions } from "./synthesis-options"
import { type MergeText, mergedText } from "./text"

/** How often a batch that the provider calls too long is halved, at most: the real window is then under an eighth of the declared one. */
const MAX_HALVINGS = 3

export interface MergeStep {
  /** Tokens of a text in a prompt, frame included. */
  sizeOf(text: MergeText): number
  /** True for a text that condensing would shorten. */
  isLarge(text: MergeText): boolean
  fitsOneCall(texts: readonly MergeText[]): boolean
  /** One text of several, or a shorter one of one, never over the reserved output. */
  merge(parts: readonly MergeText[], round: number, batch: number, signal: AbortSignal): Promise<MergeText>
  /** The answer. */
  last(
    parts: readonly MergeText[],
    round: number,
    signal: AbortSignal | undefined,
  ): Promise<Omit<Synthesis, "warnings">>
}

export function createMergeStep(context: {
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
}): MergeStep {
  const { question, directive, findings, llm, settings, countTokens, prepared, warn, emit } = context
  const { budget, register, boundary, instructions, remarks } = prepared
  const documentIdAt = (position: number) => findings[position]!.documentId
  const sizeOf = (text: MergeText) => text.tokens + TEXT_FRAME_TOKENS
  const size = (texts: readonly MergeText[]) => texts.reduce((sum, text) => sum + sizeOf(text), 0)

  const callOf = (
    parts: readonly MergeText[],
    last: boolean,
    generate: MergeCall["generate"],
  ): MergeCall => ({
    llm,
    instructions,
    prompt: {
      question,
      directive,
      boundary,
      texts: parts.map(({ text }) => text),
      quotes: settings.quotesInMerges ? quotesFor(parts) : [],
      remarks: last ? remarks : [],
    },
    outputTokens: budget.outputTokens,
    countTokens,
    warn,
    generate,
  })

  /** Verified quotes behind the markers of texts that hold them no more, as far as room is left. */
  const quotesFor = (parts: readonly MergeText[]): readonly string[] => {
    let room = budget.textTokens - size(parts)
    const lines: string[] = []
    for (const number of new Set(
      parts.flatMap(({ node, text }) => (node.kind === "merge" ? markersIn(text) : [])),
    )) {
      const evidence = register.all[number - 1]
      if (evidence === undefined) continue
      const line = quoteLine(evidence)
      const tokens = countTokens(line) + 2
      if (tokens > room) continue
      room -= tokens
      lines.push(line)
    }
    return lines
  }

  const request = (messages: readonly Message[], signal: AbortSignal | undefined) => ({
    messages,
    temperature: settings.temperature,
    maxOutputTokens: budget.outputTokens,
    signal,
  })

  const unknownMarkers = (numbers: readonly number[]) => {
    if (numbers.length === 0) return
    warn({
      code: "marker-unknown",
      message: `Markers without evidence were removed: ${numbers.map((number) => `E${number}`).join(", ")}.`,
    })
  }

  const merge = async (
    parts: readonly MergeText[],
    round: number,
    signal: AbortSignal,
    halvings: number,
  ): Promise<MergeText> => {
    try {
      const raw = await mergeTexts(
        callOf(parts, false, (messages) => llm.generate(request(messages, signal))),
      )
      const known = new Set(parts.flatMap(({ evidence }) => evidence))
      const { text, unknown } = keepKnownMarkers(raw, known)
      unknownMarkers(unknown)
      return mergedText(parts, text, countTokens(text), round, documentIdAt)
    } catch (error) {
      if (!isTooLong(error) || halvings === MAX_HALVINGS) throw error
      return merge(await mergeHalves(parts, round, signal, halvings + 1), round, signal, MAX_HALVINGS)
    }
  }

  const mergeHalves = async (
    parts: readonly MergeText[],
    round: number,
    signal: AbortSignal,
    halvings: number,
  ) => {
    warn({
      code: "window-smaller-than-declared",
      message: `${llm.modelId} refused a prompt within its declared window of ${llm.contextWindow} tokens; the batch was halved.`,
    })
    const merged: MergeText[] = []
    for (const half of halveTexts(parts, sizeOf, countTokens))
      merged.push(await merge(half, round, signal, halvings))
    return merged
  }

  const last = async (
    parts: readonly MergeText[],
    round: number,
    signal: AbortSignal | undefined,
    halvings: number,
  ): Promise<Omit<Synthesis, "warnings">> => {
    try {
      const streamed = streamAnswer(llm, register.all, context.onEvent === undefined ? undefined : emit)
      const raw = await finalText(
        callOf(parts, true, (messages) => streamed.generate(request(messages, signal))),
      )
      streamed.end()
      const renderer = createCitationRenderer(register.all)
      const text = (renderer.push(raw) + renderer.end()).trim()
      unknownMarkers(renderer.unknown)
      if (renderer.citations.length === 0 && register.all.length > 0) {
        warn({
          code: "answer-uncited",
          message: "The model put no evidence marker into the answer; the tree holds the evidence.",
        })
      }
      const { node } = mergedText(parts, text, countTokens(text), round, documentIdAt)
      const tree =
        node.kind === "merge" ? { ...node, children: [...node.children, ...prepared.listed] } : node
      return { text, citations: renderer.citations, tree }
    } catch (error) {
      if (!isTooLong(error) || halvings === MAX_HALVINGS || parts.length === 0) throw error
      const child = signal ?? new AbortController().signal
      return last(await mergeHalves(parts, round, child, halvings + 1), round, signal, MAX_HALVINGS)
    }
  }

  return {
    sizeOf,
    isLarge: ({ tokens }) => tokens > budget.outputTokens,
    fitsOneCall: (texts) => size(texts) <= budget.textTokens,
    async merge(parts, round, batch, signal) {
      try {
        // A model that answers at once must not keep the event loop through a whole round.
        await nextTurn()
        return await merge(parts, round, signal, 0)
      } catch (error) {
        if (!signal.aborted) emit({ type: "merge-error", round, batch, error: errorJSON(error) })
        throw error
      }
    },
    last: (parts, round, signal) => last(parts, round, signal, 0),
  }
}
