import { createFoldedUnits, dash, type FoldedText, type FoldedUnits, space } from "./folded-units"

/** Marks and jamo that Unicode composes with what is before them; the bound keeps composing linear. */
const cluster =
  /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11ff\ud7b0-\ud7fb]{0,8}|.[\p{M}\uff9e\uff9f\u11a8-\u11ff]{0,30}/suy
const invisible =
  /\u00ad|\u034f|\u061c|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2069]|[\ufe00-\ufe0f]|\ufeff/g
const whiteSpace = /[\s\u0085]/
const lineEnds: ReadonlySet<string> = new Set("\n\r\v\f\u0085\u2028\u2029")
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d-]/
const quotationMark =
  /["'`\u00b4\u00ab\u00bb\u02bc\u2018-\u201f\u2032\u2033\u2035\u2036\u2039\u203a\uff02\uff07]/
const otherNumber = /\p{No}/u
const softHyphen = 0xad

/**
 * Folds what layout and typography change and no reader would call another wording: white space, dashes and
 * quotation marks of any kind, compatibility and composed forms (NFKC by character), invisible characters, and
 * hyphens at line ends. Superscripts and fractions stay as they are, since 10\u00b2 is not 102. Case is kept. Linear.
 */
export function foldText(source: string): FoldedText {
  const units = createFoldedUnits(source.length)
  for (let at = 0; at < source.length; ) {
    const unit = source.charCodeAt(at)
    // ASCII that no mark follows is the common case and needs no regular expression.
    if (unit < 0x80 && !(source.charCodeAt(at + 1) >= 0x300)) {
      units.add(foldedAscii(unit), at, at + 1, unit >= 0x0a && unit <= 0x0d)
      at += 1
      continue
    }
    cluster.lastIndex = at
    const part = cluster.exec(source)?.[0] ?? source.charAt(at)
    const end = at + part.length
    if (unit === softHyphen && lineEnds.has(source.charAt(end))) units.add(dash, at, end)
    else for (const character of foldedCluster(part)) addCharacter(units, character, at, end)
    at = end
  }
  return units.done()
}

function foldedAscii(unit: number): number {
  if (unit === 0x27 || unit === 0x60) return 0x22
  return unit >= 0x09 && unit <= 0x0d ? space : unit
}

function foldedCluster(part: string): string {
  const visible = part.replace(invisible, "")
  // NFKC would turn some marks into a space with an accent, and small numbers into plain ones.
  return quotationMark.test(visible) || otherNumber.test(visible) ? visible : visible.normalize("NFKC")
}

function addCharacter(units: FoldedUnits, character: string, start: number, end: number): void {
  if (whiteSpace.test(character)) units.add(space, start, end, lineEnds.has(character))
  else if (dashes.test(character)) units.add(dash, start, end)
  else units.add(quotationMark.test(character) ? 0x22 : character.codePointAt(0)!, start, end)
}
