import { LoadFileError } from "./errors"

/**
 * Text of unknown encoding: by byte order mark, else by `declared`, else UTF-16 where every other byte is zero, else
 * UTF-8, else Windows-1252 (which holds Latin-1). The byte order mark is no part of the text.
 *
 * @throws LoadFileError `binary` where the bytes are no text, `damaged` where they break their own encoding.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const marked = encodingByMark(bytes)
  if (marked !== undefined) return strict(bytes, marked)
  const wide = encodingByZeros(bytes)
  if (wide !== undefined) return checked(strict(bytes, wide))
  if (bytes.includes(0) || hasBinarySignature(bytes)) throw binary()
  const named = declared === undefined ? undefined : supportedEncoding(declared)
  if (named !== undefined && named !== "utf-8" && named !== "windows-1252" && !named.startsWith("utf-16")) {
    return checked(new TextDecoder(named).decode(bytes))
  }
  const utf8 = new TextDecoder("utf-8").decode(bytes)
  return checked(isMostlyUtf8(utf8) ? utf8 : decodeWindows1252(bytes))
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8"
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined
}

/** UTF-16 without a mark: Latin letters have a zero byte on one side and hardly ever on the other. */
function encodingByZeros(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length & ~1, 4096)
  let even = 0
  let odd = 0
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++
    if (bytes[i + 1] === 0) odd++
  }
  if (length < 4) return undefined
  if (odd > length * 0.2 && even <= length * 0.01) return "utf-16le"
  return even > length * 0.2 && odd <= length * 0.01 ? "utf-16be" : undefined
}

const signatures = [
  "%PDF-",
  "PK\u0003\u0004",
  "\u0089PNG",
  "GIF8",
  "\u00ff\u00d8\u00ff",
  "\u007fELF",
  "\u001f\u008b",
]

function hasBinarySignature(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 8))
  return signatures.some((signature) => head.startsWith(signature))
}

function supportedEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function strict(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new LoadFileError("damaged", `It says that it is ${encoding} and breaks that encoding.`, { cause })
  }
}

/** One cut character must not turn a whole UTF-8 text into another encoding. */
function isMostlyUtf8(decoded: string): boolean {
  let broken = 0
  let whole = 0
  for (let i = 0; i < decoded.length; i++) {
    const unit = decoded.charCodeAt(i)
    if (unit === 0xfffd) broken++
    else if (unit > 0x7f) whole++
  }
  return broken === 0 || whole > broken * 4
}

const windows1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178"

/** By hand, since some releases of Node decode this encoding's 0x80 to 0x9f as Latin-1. */
function decodeWindows1252(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 8192)))
  }
  return parts.join("").replace(/[\u0080-\u009f]/g, (unit) => windows1252[unit.charCodeAt(0) - 0x80]!)
}

/** Control characters that no text holds, one in a hundred: bytes that only happen to decode. */
function checked(text: string): string {
  let controls = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 ? unit < 9 || (unit > 13 && unit !== 0x1b) : unit >= 0x7f && unit < 0xa0) controls++
  }
  if (controls * 100 > text.length) throw binary()
  return text
}

function binary(): LoadFileError {
  return new LoadFileError("binary", "Its bytes are no text.")
}
