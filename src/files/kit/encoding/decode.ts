import { LoadFileError } from "../errors"
import { decodable, guessEncoding } from "./guess"
import { encodingByMark, encodingByZeros } from "./marks"
import { decodeUtf32, decodeWindows1252 } from "./single-forms"

/** What is known of the encoding from elsewhere. */
export interface EncodingHints {
  /** By the caller: stronger than what the file says of itself, but not than a byte order mark. */
  readonly encoding?: string | undefined
  /** By the file itself. */
  readonly declared?: string | undefined
}

export interface DecodedText {
  readonly text: string
  /** Told in metadata where the encoding is a guess. */
  readonly metadata: { readonly encoding?: string; readonly encodingIsGuess?: true }
  readonly problems: readonly string[]
}

/**
 * Text of unknown encoding: by byte order mark, else as the caller says, else UTF-16 or UTF-32 by the places of zero
 * bytes, else as the file says, else UTF-8. What breaks UTF-8 is guessed where words of another script
 * stand in it, else it is Windows-1252 (which holds Latin-1). A byte order mark is no part of the text.
 *
 * @throws LoadFileError `binary` where the bytes are no text, `damaged` where they break their own encoding.
 */
export async function decodeText(
  bytes: Uint8Array,
  { encoding, declared }: EncodingHints = {},
): Promise<DecodedText> {
  const marked = encodingByMark(bytes)
  if (marked !== undefined) return plain(strict(bytes, marked))
  const given = encoding === undefined ? undefined : decodable(encoding)
  if (given !== undefined) return plain(checked(decode(bytes, given)))
  const wide = encodingByZeros(bytes)
  if (wide !== undefined) return plain(checked(strict(bytes, wide)))
  if (bytes.includes(0) || hasBinarySignature(bytes)) throw binary()
  const named = declared === undefined ? undefined : decodable(declared)
  if (named !== undefined && named !== "utf-8" && named !== "windows-1252" && !named.startsWith("utf-16")) {
    return plain(checked(decode(bytes, named)))
  }
  const utf8 = new TextDecoder("utf-8").decode(bytes)
  return isMostlyUtf8(utf8) ? plain(checked(utf8)) : decodeGuessed(bytes)
}

const plain = (text: string): DecodedText => ({ text, metadata: {}, problems: [] })

const decode = (bytes: Uint8Array, encoding: string): string =>
  encoding === "windows-1252" ? decodeWindows1252(bytes) : new TextDecoder(encoding).decode(bytes)

async function decodeGuessed(bytes: Uint8Array): Promise<DecodedText> {
  // In Latin-1 a few letters would be taken for another alphabet.
  if (!isOtherScript(bytes)) return plain(checked(decodeWindows1252(bytes)))
  try {
    const encoding = (await guessEncoding(bytes)) ?? "windows-1252"
    return {
      text: checked(decode(bytes, encoding)),
      metadata: { encoding, encodingIsGuess: true },
      problems: [],
    }
  } catch (error) {
    if (error instanceof LoadFileError) throw error
    const encoding = "windows-1252"
    const problems = ["Its encoding is not UTF-8 and was not found out; run `npm install jschardet@4`."]
    return {
      text: checked(decodeWindows1252(bytes)),
      metadata: { encoding, encodingIsGuess: true },
      problems,
    }
  }
}

/** True where a quarter of the bytes is not ASCII and most of those stand together, as words of another script do. */
function isOtherScript(bytes: Uint8Array): boolean {
  let high = 0
  let together = 0
  bytes.forEach((byte, index) => {
    if (byte < 0x80) return
    high++
    if ((bytes[index - 1] ?? 0) >= 0x80 || (bytes[index + 1] ?? 0) >= 0x80) together++
  })
  return high * 4 >= bytes.length && together * 2 > high
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

function strict(bytes: Uint8Array, encoding: string): string {
  try {
    return encoding.startsWith("utf-32")
      ? decodeUtf32(bytes, encoding.endsWith("le"))
      : new TextDecoder(encoding, { fatal: true }).decode(bytes)
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
