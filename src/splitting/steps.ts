import type { Chunk } from "../contracts/document"
import { InvalidArgumentError } from "../errors"
import { type Checks, checkOptions, optional } from "../runtime/check/options"
import { callable, integerFrom, text as string } from "../runtime/check/values"
import type { Steps } from "../runtime/yield"
import { type CountSteps, stepsOf, type TokenCounter } from "../tokens/token-counter"
import { type Atoms, readAtoms } from "./atoms"
import { fitChunks } from "./fit"
import { isWhiteSpace } from "./lines"

/** A chunk before it belongs to a document. */
export type TextChunk = Omit<Chunk, "id" | "documentId">

/** How a text is divided into chunks. */
export interface SplitTextOptions {
  /** Most tokens a chunk may have. @default 1_000 */
  readonly chunkTokens?: number | undefined
  /** Most tokens that a chunk repeats of the one before; below `chunkTokens`. @default a quarter of it, at most 250 */
  readonly overlapTokens?: number | undefined
  /** Called about three times for each stretch of text. @default cl100k_base */
  readonly countTokens?: TokenCounter | undefined
}

/** Checks the options at once, splits in steps. @param counter where the options name none */
export function splitTextSteps(
  text: string,
  options: SplitTextOptions,
  counter: TokenCounter,
): Steps<readonly TextChunk[]> {
  return chunkSteps(text, resolve(text, options, counter))
}

function* chunkSteps(
  text: string,
  { chunkTokens, overlapTokens, count }: ReturnType<typeof resolve>,
): Steps<readonly TextChunk[]> {
  if (text === "") return []
  // Small enough that an overlap between half and all of what was asked always has a border.
  const atomTokens = Math.max(1, Math.floor(Math.min(chunkTokens, overlapTokens || chunkTokens) / 4))
  const atoms = yield* readAtoms(text, { chunkTokens, atomTokens }, count)
  const spans = yield* fitChunks(text, atoms, { chunkTokens, overlapTokens }, count)
  const contextOf = createContextReader(text, atoms)
  return spans.map((span, index) => {
    const start = atoms.starts[span.first]!
    const end = atoms.starts[span.last]!
    return { index, text: text.slice(start, end), start, end, tokens: span.tokens, ...contextOf(start) }
  })
}

/** Gives headings and table header for starts that only grow; a run of white space is read once for all of them. */
function createContextReader(text: string, { sections, rows }: Atoms) {
  let section = -1
  let row = 0
  let spaceEnd = 0
  return (start: number): Pick<TextChunk, "headings" | "tableHeader"> => {
    // A heading behind a leading blank line is that of the chunk.
    if (spaceEnd < start) spaceEnd = start
    while (spaceEnd < text.length && isWhiteSpace(text.charCodeAt(spaceEnd))) spaceEnd++
    while (section + 1 < sections.length && sections[section + 1]!.at <= spaceEnd) section++
    while (row < rows.length && rows[row]!.end <= start) row++
    const headings = sections[section]?.path ?? []
    const current = rows[row]
    return current !== undefined && current.start <= start
      ? { headings, tableHeader: current.header }
      : { headings }
  }
}

const optionChecks: Checks<SplitTextOptions> = {
  chunkTokens: optional(integerFrom(1)),
  overlapTokens: optional(integerFrom(0)),
  countTokens: optional(callable<TokenCounter>()),
}

function resolve(text: string, options: SplitTextOptions, fallback: TokenCounter) {
  string(text, "text")
  const settings = checkOptions(options, optionChecks, "options")
  const { chunkTokens = 1000, countTokens: counter = fallback } = settings
  const { overlapTokens = Math.min(250, Math.floor(chunkTokens / 4)) } = settings
  if (overlapTokens >= chunkTokens) {
    const expected = `an integer from 0 to below the ${chunkTokens} of chunkTokens`
    throw new InvalidArgumentError("overlapTokens", overlapTokens, expected)
  }
  return { chunkTokens, overlapTokens, count: stepsOf(counter) ?? checked(counter) }
}

function checked(counter: TokenCounter): CountSteps {
  // biome-ignore lint/correctness/useYield: a caller's counter can't be interrupted.
  return function* (text) {
    const tokens = counter(text)
    if (Number.isFinite(tokens) && tokens >= 0) return tokens
    throw new InvalidArgumentError("countTokens", tokens, "a function that gives a number from 0 up")
  }
}
