/** A bracket without another inside. */
export interface Bracket {
  /** The space and the backslash before it. */
  readonly lead: string
  readonly content: string
  /** All of it as written. */
  readonly source: string
}

/** Cuts a text that comes in pieces into brackets that may be markers and the text between them, in one pass. */
export interface BracketScanner {
  push(piece: string): void
  /** Gives what was held back. */
  end(): void
}

const opener = /[[\uff3b\u3010\u3014\u3016\u27e6]/g
const openers = "[\uff3b\u3010\u3014\u3016\u27e6"
const closers = "]\uff3d\u3011\u3015\u3017\u27e7"
/** What goes on for longer without a number is no marker. */
const maxUnitsWithoutDigit = 60
const maxUnits = 10_000

export function createBracketScanner(
  onText: (text: string) => void,
  onBracket: (bracket: Bracket) => void,
): BracketScanner {
  let lead = ""
  let open = ""
  let unitsWithoutDigit = 0

  /** Gives text that no bracket holds, but for what may lead to the next one. */
  const release = (text: string) => {
    const settled = text.length - leadLength(text)
    lead = text.slice(settled)
    if (settled > 0) onText(text.slice(0, settled))
  }

  const readOutside = (piece: string, from: number): number => {
    opener.lastIndex = from
    const at = opener.exec(piece)?.index ?? piece.length
    release(lead + piece.slice(from, at))
    if (at === piece.length) return at
    open = piece.charAt(at)
    unitsWithoutDigit = 0
    return at + 1
  }

  const readInside = (piece: string, from: number): number => {
    let at = from
    let closes = false
    let fits = true
    for (; at < piece.length && fits && !closes; at += 1) {
      const character = piece.charAt(at)
      closes = closers.includes(character)
      unitsWithoutDigit = isDigit(character.charCodeAt(0)) ? 0 : unitsWithoutDigit + 1
      fits =
        !openers.includes(character) &&
        unitsWithoutDigit <= maxUnitsWithoutDigit &&
        open.length + at - from < maxUnits
    }
    if (!fits) at -= 1
    open += piece.slice(from, at)
    if (!fits) {
      const text = lead + open
      open = ""
      release(text)
    } else if (closes) {
      const bracket = { lead, content: open.slice(1, -1), source: lead + open }
      lead = ""
      open = ""
      onBracket(bracket)
    }
    return at
  }

  return {
    push(piece) {
      for (let at = 0; at < piece.length; ) at = open === "" ? readOutside(piece, at) : readInside(piece, at)
    },
    end() {
      const text = lead + open
      lead = ""
      open = ""
      if (text !== "") onText(text)
    },
  }
}

/** Of backslashes in a row each second one is escaped itself, and escapes no bracket. */
function leadLength(text: string): number {
  let slashes = 0
  while (text.charAt(text.length - 1 - slashes) === "\\") slashes += 1
  const slash = slashes % 2
  return text.charAt(text.length - slash - 1) === " " ? slash + 1 : slash
}

/** Of the digits that stand for numbers in markers: ASCII, full-width, Arabic, Persian, Devanagari. */
function isDigit(unit: number): boolean {
  return digitBases.some((base) => unit >= base && unit < base + 10)
}

export const digitBases: readonly number[] = [0x30, 0xff10, 0x660, 0x6f0, 0x966]
