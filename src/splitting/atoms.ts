import { InvalidArgumentError } from "../errors"
import type { Steps } from "../runtime/yield"
import type { CountSteps } from "../tokens/token-counter"
import { type Block, scanBlocks, strength } from "./blocks"
import { firstCut, middleCut } from "./segments"

/** The pieces that chunks are made of, in order and without gaps: none is over the limit. */
export interface Atoms {
  /** Where each begins, then the text's length. */
  readonly starts: number[]
  /** Strength of the border before each, then of the text's end. */
  readonly strengths: number[]
  /** Sum of the tokens before each, then of all. */
  readonly sums: number[]
  /** Path of headings from each position on. */
  readonly sections: { readonly at: number; readonly path: readonly string[] }[]
  /** Rows that stand below a header. */
  readonly rows: { readonly start: number; readonly end: number; readonly header: string }[]
}

interface AtomLimits {
  /** What fits a chunk: blocks up to it stay whole. */
  readonly chunkTokens: number
  /** What text is cut to. */
  readonly atomTokens: number
}

export function* readAtoms(text: string, limits: AtomLimits, count: CountSteps): Steps<Atoms> {
  const { chunkTokens, atomTokens } = limits
  const atoms: Atoms = { starts: [], strengths: [], sums: [0], sections: [], rows: [] }
  const path: { depth: number; title: string }[] = []
  let headerStart = -1
  let header: string | undefined
  let maxUnits = 4 * atomTokens + 2

  const push = (start: number, before: number, tokens: number) => {
    atoms.starts.push(start)
    atoms.strengths.push(before)
    atoms.sums.push(atoms.sums[atoms.sums.length - 1]! + tokens)
  }

  /** Pushes `text[from, to)`, halved until each part is small, and gives its tokens. */
  function* pushHalves(from: number, to: number, before: number): Steps<number> {
    const tokens = yield* count(text.slice(from, to))
    const cut = tokens > atomTokens ? middleCut(text, from, to) : undefined
    if (cut !== undefined) {
      return (yield* pushHalves(from, cut.at, before)) + (yield* pushHalves(cut.at, to, cut.strength))
    }
    if (tokens > chunkTokens) {
      if (text.slice(from, to) === "\r\n") {
        return (yield* pushHalves(from, from + 1, before)) + (yield* pushHalves(from + 1, to, strength.glue))
      }
      const expected = `at least the ${tokens} tokens of one character`
      throw new InvalidArgumentError("chunkTokens", chunkTokens, expected)
    }
    push(from, before, tokens)
    return tokens
  }

  function* pushCut(from: number, to: number, before: number, prose: boolean): Steps<void> {
    let cut = { at: from, strength: before }
    while (cut.at < to) {
      const next = firstCut(text, cut.at, to, maxUnits, prose)
      const tokens = yield* pushHalves(cut.at, next.at, cut.strength)
      // Text that is dense in tokens is cut shorter at once, rather than halved again and again.
      const fitting = ((next.at - cut.at) * atomTokens) / Math.max(1, tokens)
      maxUnits = Math.ceil(Math.min(Math.max(2, 0.9 * fitting), maxUnits * 2, 16 * atomTokens))
      cut = next
      yield
    }
  }

  function* pushBlock(block: Block): Steps<void> {
    const isWhole = block.kind !== "text" && block.kind !== "item"
    // A block with more characters than that is taken to be longer than a chunk, without a count.
    for (const end of isWhole ? [block.end, block.contentEnd] : []) {
      if (end - block.start > 32 * chunkTokens) continue
      const tokens = yield* count(text.slice(block.start, end))
      if (tokens > chunkTokens) continue
      push(block.start, block.strength, tokens)
      if (end < block.end) yield* pushCut(end, block.end, strength.glue, false)
      return
    }
    yield* pushCut(block.start, block.end, block.strength, !isWhole)
  }

  for (const block of scanBlocks(text)) {
    yield* pushBlock(block)
    if (block.heading !== undefined) {
      while (path.length > 0 && path[path.length - 1]!.depth >= block.heading.depth) path.pop()
      path.push(block.heading)
      atoms.sections.push({ at: block.start, path: path.map((heading) => heading.title) })
    }
    if (block.header !== undefined) {
      if (block.header.start !== headerStart) {
        headerStart = block.header.start
        header = yield* readHeader(block.header)
      }
      if (header !== undefined) atoms.rows.push({ start: block.start, end: block.end, header })
    }
    yield
  }
  atoms.starts.push(text.length)
  atoms.strengths.push(strength.heading)
  return atoms

  /** A header that is itself longer than a chunk would drown the rows: it is not repeated. */
  function* readHeader(place: { readonly start: number; readonly end: number }): Steps<string | undefined> {
    if (place.end - place.start > 32 * chunkTokens) return undefined
    const rows = text.slice(place.start, place.end)
    return (yield* count(rows)) > chunkTokens ? undefined : rows
  }
}
