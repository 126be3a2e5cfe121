import { latin1 } from "../latin1"

const windows1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178"

/** By hand, since some releases of Node decode this encoding's 0x80 to 0x9f as Latin-1. */
export function decodeWindows1252(bytes: Uint8Array): string {
  return latin1(bytes).replace(/[\u0080-\u009f]/g, (unit) => windows1252[unit.charCodeAt(0) - 0x80]!)
}

/** By hand, since the standard's decoders do without it. @throws RangeError for what is no code point */
export function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  if (bytes.length % 4 !== 0) throw new RangeError("a cut code point")
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 4) {
    const point = view.getUint32(at, isLittleEndian)
    if (at > 0 || point !== 0xfeff) parts.push(String.fromCodePoint(point))
  }
  return parts.join("")
}
