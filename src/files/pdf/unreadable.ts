/** What share of a page's characters may be ones that no text holds. */
const most = 0.15

/**
 * True for a page whose fonts do not say which letters they draw: what comes out are the numbers of glyphs, of which
 * many are control characters, private ones or marks for a missing one.
 */
export function isUnreadable(texts: readonly string[]): boolean {
  let all = 0
  let bad = 0
  for (const text of texts) {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (unit === 0x20) continue
      all++
      if (isNoText(unit)) bad++
    }
  }
  return bad > most * all
}

/** A text without the characters that no text holds. */
export const readablePart = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  text.replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd\ufffe\uffff]/g, "")

function isNoText(unit: number): boolean {
  if (unit < 0x20) return unit < 9 || unit > 13
  return (unit >= 0x7f && unit < 0xa0) || unit >= 0xfffd || (unit >= 0xe000 && unit <= 0xf8ff)
}
