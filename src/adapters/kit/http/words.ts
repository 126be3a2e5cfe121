import { onOneLine, unitsOnOneLine } from "./one-line"
import { withoutRepeated } from "./repeated"
import { withoutSecrets } from "./secrets"

/** What must not be in a provider's own words where they are shown. */
export interface RefusalDetail {
  /** What the call sent, text as it is and anything else as JSON: a provider may repeat it. */
  readonly sent: unknown
  /** Keys, and values of headers. */
  readonly secrets: readonly string[]
}

const maxCharacters = 300
/** Of a body, and of the words in it, that are looked at. */
export const maxBodyCharacters = 65_536
const maxWordsCharacters = 1_000
/** A longer request is not compared: what the provider says of it is left out. */
const maxSentCharacters = 8_000_000
/** Where bodies of errors hold their words, the plainest first. */
const fields = ["message", "detail", "msg", "error", "errors", "error_message", "description", "status"]
const maxDepth = 4

/**
 * What the body of a refusal says, on one line of at most 300 characters. Keys and what looks like one are replaced
 * by `[key]`, what it repeats of the request by `[...]`. Undefined where it says nothing that can be shown.
 */
export function shownWords(
  body: string | undefined,
  { sent, secrets }: RefusalDetail,
  model: string,
): string | undefined {
  const said = wordsIn(body?.slice(0, maxBodyCharacters) ?? "")
  const request = unitsOf(sent)
  if (said === undefined || request === undefined) return undefined
  // Both on one line: a provider may repeat the request with other white space.
  const words = onOneLine(withoutSecrets(wholeWords(said, maxWordsCharacters), secrets))
  const mayStay = (run: string) => isName(run) || model.includes(run.trim())
  // A run that is left out may begin within a character.
  const line = withoutRepeated(words, request, mayStay).toWellFormed().trim()
  if (line === "") return undefined
  return line.length <= maxCharacters ? line : `${wholeWords(line, maxCharacters - 3)}...`
}

function wordsIn(body: string): string | undefined {
  try {
    return wordsOf(JSON.parse(body), maxDepth)
  } catch {
    // Plain words; the page of a proxy says nothing about the call.
    return /[<{]/.test(body) || body.trim() === "" ? undefined : body
  }
}

function wordsOf(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value
  if (typeof value !== "object" || value === null || depth === 0) return undefined
  const inner = Array.isArray(value) ? value.slice(0, 3) : fields.map((name) => Reflect.get(value, name))
  for (const one of inner) {
    const words = wordsOf(one, depth - 1)
    if (words !== undefined) return words
  }
  return undefined
}

/** What was sent on one line; undefined where it can't be compared. */
function unitsOf(sent: unknown): Uint16Array | undefined {
  try {
    const text = typeof sent === "string" ? sent : (JSON.stringify(sent) ?? "")
    return text.length <= maxSentCharacters ? unitsOnOneLine(text, typeof sent !== "string") : undefined
  } catch {
    return undefined
  }
}

/** Names of fields are ours, not a document's. */
function isName(run: string): boolean {
  return /^[^\p{L}\p{N}_]*[A-Za-z_]+[^\p{L}\p{N}_]*$/u.test(run)
}

/** The beginning, without half a word: it may be half a key. */
function wholeWords(words: string, length: number): string {
  if (words.length <= length) return words
  let end = length
  while (end > 0 && /[\w.~+/=-]/.test(words.charAt(end - 1))) end--
  return words.slice(0, end).toWellFormed().trimEnd()
}
