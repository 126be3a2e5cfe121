import type { ReportSlice } from "./types"

/** Text of a document, with the place that it begins at. */
export interface TextPiece {
  readonly start: number
  readonly text: string
}

/** Where something stands. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The text around each span, at most `characters` before and after it, as slices apart from each other in text order.
 * Pieces that overlap or touch are read as one; where none holds a span, there is no slice for it.
 */
export function slicesAround(
  spans: readonly Span[],
  pieces: readonly TextPiece[],
  characters: number,
): ReportSlice[] {
  const runs = joined(pieces)
  const windows: { start: number; end: number; run: TextPiece }[] = []
  let at = 0
  for (const { start, end } of inOrder(spans)) {
    while (at < runs.length && endOf(runs[at]!) <= start) at++
    const run = runs[at]
    if (run === undefined) break
    if (run.start > start || endOf(run) < end) continue
    const from = Math.max(run.start, start - characters)
    const to = Math.min(endOf(run), end + characters)
    const last = windows.at(-1)
    if (last?.run === run && last.end >= from) last.end = Math.max(last.end, to)
    else windows.push({ start: from, end: to, run })
  }
  return windows.map(({ start, end, run }) => ({
    start,
    // Half a character at an end would show as a box.
    text: run.text.slice(start - run.start, end - run.start).toWellFormed(),
  }))
}

function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const runs: { start: number; end: number; texts: string[] }[] = []
  for (const { start, text } of [...pieces].sort((a, b) => a.start - b.start)) {
    const last = runs.at(-1)
    const end = start + text.length
    if (last === undefined || last.end < start) runs.push({ start, end, texts: [text] })
    else if (end > last.end) {
      last.texts.push(text.slice(last.end - start))
      last.end = end
    }
  }
  return runs.map(({ start, texts }) => ({ start, text: texts.join("") }))
}

const inOrder = (spans: readonly Span[]): Span[] =>
  [...spans].sort((a, b) => a.start - b.start || a.end - b.end)

const endOf = ({ start, text }: TextPiece): number => start + text.length
