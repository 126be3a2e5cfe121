import type { Chunk } from "../contracts"

/** A sentence of a document: `text === document.text.slice(start, end)`. */
export interface Sentence {
  readonly text: string
  readonly start: number
  readonly end: number
}

interface Section {
  readonly text: string
  readonly start: number
}

const maxLength = 600
/** Headings and numbers say nothing alone, so they go with the sentence after them. */
const minLength = 40
/** Marks at a sentence's end with what closes behind them, all of a run at once; empty lines. */
const breaks =
  /[.!?\u061f\u06d4\u0964\u3002\uff01\uff1f\uff0e]+["'\u2019\u201d\u00bb\u300d\u300f\uff09)\]]*|\n[ \t]*\n/g
const needsNoSpace = /[\u3002\uff01\uff1f]/
/** Of English, German, French, Spanish and Turkish; a number of two digits may be a German day. */
const abbreviation =
  /(?:^|[\s("'.])(?:\p{L}|\d{1,2}|Mr|Mrs|Ms|Mme|Dr|Prof|St|Str|No|Nos|Nr|n\u00fam|Art|art|Abs|Sec|Inc|Ltd|Corp|Co|vs|al|bzw|ca|vgl|Fig|cf|Jr|Sr|Sra|Gen|Gov|Sen|Rep|p\u00e1g|vb)\.$/u

/** The sentences of a document's chunks, in text order, each once, at most 600 UTF-16 units long. */
export function sentencesOf(chunks: readonly Chunk[]): Sentence[] {
  return joinedSections(chunks).flatMap(sentencesIn)
}

/** The sentences of a part of a document that starts at `start`. */
export function sentencesIn(section: Section): Sentence[] {
  return [...sectionSentences(section)]
}

/** The document's text as far as chunks without a gap between them hold it. */
function joinedSections(chunks: readonly Chunk[]): Section[] {
  const sections: { parts: string[]; start: number; end: number }[] = []
  for (const chunk of chunks) {
    const last = sections.at(-1)
    if (last === undefined || chunk.start > last.end) {
      sections.push({ parts: [chunk.text], start: chunk.start, end: chunk.end })
    } else if (chunk.end > last.end) {
      last.parts.push(chunk.text.slice(last.end - chunk.start))
      last.end = chunk.end
    }
  }
  return sections.map(({ parts, start }) => ({ text: parts.join(""), start }))
}

function* sectionSentences({ text, start }: Section): Generator<Sentence, void> {
  let from = 0
  for (const to of sentenceEnds(text)) {
    for (const [left, right] of pieces(text, from, to)) {
      const piece = text.slice(left, right)
      const lead = piece.length - piece.trimStart().length
      const words = piece.trim()
      if (words.length > 0)
        yield { text: words, start: start + left + lead, end: start + left + lead + words.length }
    }
    from = to
  }
}

function* sentenceEnds(text: string): Generator<number, void> {
  let from = 0
  for (const match of text.matchAll(breaks)) {
    const end = match.index + match[0].length
    const ends = end === text.length || /\s/.test(text.charAt(end)) || needsNoSpace.test(match[0])
    // An empty line ends with a line break of its own.
    if (!ends && !match[0].endsWith("\n")) continue
    if (end - from < minLength || abbreviation.test(text.slice(Math.max(from, end - 8), end))) continue
    yield end
    from = end
  }
  if (from < text.length) yield text.length
}

/** Cuts what is too long at its last white space, and never inside of a surrogate pair. */
function* pieces(text: string, from: number, to: number): Generator<[number, number], void> {
  let at = from
  while (to - at > maxLength) {
    const space = text.slice(at, at + maxLength).search(/\s\S*$/)
    let cut = at + (space > maxLength / 2 ? space : maxLength)
    const unit = text.charCodeAt(cut)
    if (unit >= 0xdc00 && unit <= 0xdfff) cut -= 1
    yield [at, cut]
    at = cut
  }
  yield [at, to]
}
