import { datesIn } from "../scoring/dates"
import { normalizeText } from "../scoring/normalize"
import type { Contract, GoldFact, Span } from "./cuad"
import type { CoverageQuestion } from "./questions"

/** One row of a full answer: what it says about one document. */
export interface CoverageRow {
  readonly documentId: string
  /** `unread`: nobody read the document, so that the row claims nothing. */
  readonly status: "found" | "absent" | "unread"
  readonly value: string
  readonly quotes: readonly { readonly text: string; readonly start: number; readonly end: number }[]
}

/** What is right about one row. */
export interface DocumentScore {
  readonly documentId: string
  readonly present: boolean
  readonly read: boolean
  /** The clause is there and the row holds the value. */
  readonly recalled: boolean
  /** The clause is there and a quote covers at least half of it, or lies at least half inside it. */
  readonly evidenceHit: boolean
  /** The clause is not there and the row says so, having read the document. */
  readonly absentRight: boolean
  /** The clause is not there and the row states one. */
  readonly fabricated: boolean
  readonly quotes: number
  /** Quotes that are the verbatim slice of the document at their offsets. */
  readonly validQuotes: number
  /** Recalled with evidence, or rightly absent. */
  readonly right: boolean
}

/** Shares over documents; NaN where there is nothing to count. */
export interface CoverageScores {
  readonly documentCoverage: number
  readonly factRecall: number
  readonly absentAccuracy: number
  readonly fabricationRate: number
  readonly evidenceHit: number
  readonly quoteValidity: number
  readonly rowsRight: number
  /** 1 where every row is right. */
  readonly allRowsRight: number
}

/** Scores a row in exact code against what the lawyers found. */
export function scoreRow(row: CoverageRow, contract: Contract, question: CoverageQuestion): DocumentScore {
  const gold = contract.facts.get(question.category)
  const present = gold?.present ?? false
  const isFound = row.status === "found"
  const evidenceHit =
    present && isFound && row.quotes.some((quote) => hits(quote, (gold as GoldFact).occurrences))
  const recalled = present && isFound && holdsValue(row.value, gold as GoldFact, question.kind, evidenceHit)
  const absentRight = !present && row.status === "absent"
  const validQuotes = row.quotes.filter(
    ({ text, start, end }) => contract.text.slice(start, end) === text,
  ).length
  return {
    documentId: row.documentId,
    present,
    read: row.status !== "unread",
    recalled,
    evidenceHit,
    absentRight,
    fabricated: !present && isFound,
    quotes: row.quotes.length,
    validQuotes,
    right: present ? recalled && evidenceHit : absentRight,
  }
}

/** Shares of documents that were read, recalled, right, and quoted well. */
export function coverageScores(scores: readonly DocumentScore[]): CoverageScores {
  const present = scores.filter((score) => score.present)
  const absent = scores.filter((score) => !score.present)
  const quotes = scores.reduce((sum, score) => sum + score.quotes, 0)
  const rowsRight = share(scores, (score) => score.right)
  return {
    documentCoverage: share(scores, (score) => score.read),
    factRecall: share(present, (score) => score.recalled),
    absentAccuracy: share(absent, (score) => score.absentRight),
    fabricationRate: share(absent, (score) => score.fabricated),
    evidenceHit: share(present, (score) => score.evidenceHit),
    quoteValidity:
      quotes === 0 ? Number.NaN : scores.reduce((sum, score) => sum + score.validQuotes, 0) / quotes,
    rowsRight,
    allRowsRight: rowsRight === 1 ? 1 : 0,
  }
}

/**
 * A name must hold every part of the gold answer that `;` separates, up to its first comma (`Ontario` of `Ontario,
 * Canada`); a date must be stated in full; a clause without such an answer is recalled where it is cited. A yes/no
 * clause is recalled where the row says that it is there.
 */
function holdsValue(
  value: string,
  gold: GoldFact,
  kind: CoverageQuestion["kind"],
  isCited: boolean,
): boolean {
  if (kind === "clause") return true
  if (kind === "date") return gold.iso === undefined ? isCited : datesIn(value).has(gold.iso)
  const parts = gold.answer.split(";").map((part) => normalizeText(part.split(",")[0] as string))
  const words = ` ${normalizeText(value)} `
  const named = parts.filter((part) => part !== "")
  const holds = (part: string) => [part, ...(aliases[part] ?? [])].some((name) => words.includes(` ${name} `))
  return named.length === 0 ? isCited : named.every(holds)
}

const aliases: Readonly<Record<string, readonly string[]>> = {
  england: ["english"],
  "people s republic of china": ["prc", "china"],
}

function hits(
  quote: { readonly start: number; readonly end: number },
  occurrences: readonly Span[],
): boolean {
  return occurrences.some(([start, end]) => {
    const shared = Math.min(end, quote.end) - Math.max(start, quote.start)
    return shared > 0 && shared * 2 >= Math.min(end - start, quote.end - quote.start)
  })
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length === 0 ? Number.NaN : items.filter(holds).length / items.length
}
