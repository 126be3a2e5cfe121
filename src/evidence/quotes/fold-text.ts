import { createFoldedUnits, dash, type FoldedText, type FoldedUnits, space } from "./folded-units"
import { type LayoutSpan, layoutSpans, withoutOverlaps } from "./layout-spans"
import { isUnspaced, isWordPart } from "./scripts"

/** Marks and jamo that Unicode composes with what is before them; the bound keeps composing linear. */
const cluster =
  /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11ff\ud7b0-\ud7fb]{0,8}|.[\p{M}\uff9e\uff9f\u11a8-\u11ff]{0,30}/suy
/** Among them the vowel marks of Arabic and Hebrew, which texts write or leave out, and the bullets of lists. */
const invisible =
  /\u00ad|\u034f|\u061c|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2069]|[\ufe00-\ufe0f]|\ufeff|\u0640|[\u064b-\u065f\u0670\u06d6-\u06ed]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u2022\u2023\u25a0\u25aa\u25cf\u25e6]/g
const whiteSpace = /[\s\u0085|]/
const lineEnds: ReadonlySet<string> = new Set("\n\r\v\f\u0085\u2028\u2029")
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d-]/
const quotationMark =
  /["'`\u00b4\u00ab\u00bb\u02bc\u2018-\u201f\u2032\u2033\u2035\u2036\u2039\u203a\u300c-\u300f\uff02\uff07]/
const otherNumber = /\p{No}/u
/** Punctuation and digits that scripts have their own forms of. */
const ownForms: ReadonlyMap<string, string> = new Map([
  ["\u060c", ","],
  ["\u061b", ";"],
  ["\u061f", "?"],
  ["\u066b", "."],
  ["\u066c", ","],
  ["\u3002", "."],
  ...Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(0x660 + digit), String(digit)] as const),
  ...Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(0x6f0 + digit), String(digit)] as const),
])
const softHyphen = 0xad

/**
 * Folds what layout and typography change and no reader would call another wording: white space, dashes and
 * quotation marks of any kind, compatibility and composed forms (NFKC by character), invisible characters, vowel
 * marks, hyphens at line ends, and the marks of Markdown, HTML and escapes (see `layoutSpans`). Superscripts and
 * fractions stay as they are, since 10\u00b2 is not 102. Case is kept. Linear.
 *
 * @param skipped stretches that are read as white space, besides
 */
export function foldText(source: string, skipped: readonly LayoutSpan[] = []): FoldedText {
  const units = createFoldedUnits(source.length)
  const spans = withoutOverlaps([...skipped, ...layoutSpans(source)])
  let next = 0
  for (let at = 0; at < source.length; ) {
    if (spans[next]?.start === at) {
      const { end, text } = spans[next]!
      for (const character of text) addCharacter(units, character, source, at, end)
      at = end
      next += 1
      continue
    }
    const unit = source.charCodeAt(at)
    // ASCII that no mark follows is the common case and needs no regular expression.
    if (isPlain(unit) && !(source.charCodeAt(at + 1) >= 0x300)) {
      units.add(unit >= 0x09 && unit <= 0x0d ? space : unit, at, at + 1, unit >= 0x0a && unit <= 0x0d)
      at += 1
      continue
    }
    cluster.lastIndex = at
    const part = cluster.exec(source)?.[0] ?? source.charAt(at)
    const end = at + part.length
    if (unit === softHyphen && lineEnds.has(source.charAt(end))) units.add(dash, at, end)
    else for (const character of foldedCluster(part)) addCharacter(units, character, source, at, end)
    at = end
  }
  return units.done()
}

/** ASCII but for quotation marks, emphasis and the bars of tables. */
function isPlain(unit: number): boolean {
  return (
    unit < 0x80 &&
    unit !== 0x22 &&
    unit !== 0x27 &&
    unit !== 0x2a &&
    unit !== 0x5f &&
    unit !== 0x60 &&
    unit !== 0x7c
  )
}

function foldedCluster(part: string): string {
  const composed = part.normalize("NFC").replace(invisible, "")
  // NFKC would turn some marks into a space with an accent, and small numbers into plain ones.
  return quotationMark.test(composed) || otherNumber.test(composed) ? composed : composed.normalize("NFKC")
}

function addCharacter(
  units: FoldedUnits,
  character: string,
  source: string,
  start: number,
  end: number,
): void {
  if (whiteSpace.test(character)) units.add(space, start, end, lineEnds.has(character))
  else if (dashes.test(character)) units.add(dash, start, end)
  else if (quotationMark.test(character)) {
    if (standsInWord(source, start, end)) units.add(0x22, start, end)
  } else if (character !== "*" && character !== "_") {
    units.add((ownForms.get(character) ?? character).codePointAt(0)!, start, end)
  } else if (standsInWord(source, start, end)) units.add(character.charCodeAt(0), start, end)
}

/** An apostrophe or the like: `isn't` is not `isnt`, and 5*3 is not 53. */
function standsInWord(source: string, start: number, end: number): boolean {
  return isSpacedWordPart(source.charCodeAt(start - 1)) && isSpacedWordPart(source.charCodeAt(end))
}

function isSpacedWordPart(unit: number): boolean {
  return unit >= 0 && isWordPart(unit) && !isUnspaced(unit)
}
