const blank = /[\p{Cc}\p{Cf}\p{Z}]/u
const space = 0x20
const backslash = 0x5c

/** Control and format characters, line breaks and runs of spaces are one space each. */
export function onOneLine(words: string): string {
  return words.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ")
}

/**
 * The UTF-16 units of a text of megabytes on one line, in one pass: of JSON as it says, so that an escaped line break is a
 * space as well.
 */
export function unitsOnOneLine(text: string, isJSON: boolean): Uint16Array {
  const units = new Uint16Array(text.length)
  // By unit: 0 not looked up yet, 1 blank, 2 not.
  const kinds = new Uint8Array(65_536)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    let unit = text.charCodeAt(at)
    if (isJSON && unit === backslash) {
      at += 1
      unit = text.charCodeAt(at)
      const isMark = unit === 0x22 || unit === backslash
      if (text.charAt(at) === "u") at += 4
      if (!isMark) unit = space
    }
    if (kinds[unit] === 0) kinds[unit] = blank.test(String.fromCharCode(unit)) ? 1 : 2
    if (kinds[unit] === 2) units[length++] = unit
    else if (length === 0 || units[length - 1] !== space) units[length++] = space
  }
  return units.subarray(0, length)
}
