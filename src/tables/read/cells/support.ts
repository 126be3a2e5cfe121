import type { QuoteFinder } from "../../../agent/find-quotes"
import { isShown, type Sentence, supportOf } from "../../../agent/support"
import { echoOf } from "../../../calls/echo"
import type { JSONValue, Quote, TableCell, TableColumn } from "../../../contracts"
import type { Steps } from "../../../runtime/yield"
import { filling } from "../ask/prompt"

/** Of a longer text, this much is looked up. UTF-16 units. */
const mostCharacters = 10_000

/** Whether a value is the rules given back. */
const isRule = echoOf([filling])

export interface CellSupport {
  readonly support: NonNullable<TableCell["support"]>
  readonly quotes: readonly Quote[]
}

/**
 * Whether a value follows from its quotes: its figures, or where it has none its names, stand in them, or in a sentence of
 * what was shown that then becomes its quote. A value that was worked out need not, but it has quotes.
 */
export function* cellSupport(
  value: JSONValue,
  column: TableColumn,
  given: { readonly quotes: readonly Quote[]; readonly isComputed: boolean },
  shown: { readonly sentences: () => readonly Sentence[]; readonly finder: QuoteFinder },
): Steps<CellSupport> {
  const { quotes, isComputed } = given
  // Yes, no and the name of a kind stand in no document: that there is a quote is all that can be looked up.
  if (column.type === "boolean" || column.type === "choice") {
    return { support: quotes.length === 0 ? "unsupported" : isComputed ? "computed" : "quoted", quotes }
  }
  const words = wordsOf(value).slice(0, mostCharacters)
  const texts = quotes.map(({ text }) => text)
  if (isRule(words) && !(yield* isShown(words, texts, shown.sentences)))
    return { support: "unsupported", quotes }
  const sentences = isComputed ? () => [] : shown.sentences
  const found = yield* supportOf(words, `${column.name} ${column.description ?? ""}`, texts, sentences)
  if (found === "quotes") return { support: quotes.length > 0 ? "quoted" : "unsupported", quotes }
  if (found !== "nothing") {
    return { support: "quoted", quotes: [{ ...shown.finder.quoteAt(found), foundByLibrary: true }] }
  }
  return { support: isComputed && quotes.length > 0 ? "computed" : "unsupported", quotes }
}

/** What a value says, in words. */
function wordsOf(value: JSONValue): string {
  if (typeof value === "string") return value
  if (typeof value !== "object" || value === null) return String(value)
  return Object.values(value as object)
    .map((inner) => wordsOf(inner as JSONValue))
    .join("; ")
}
