import { markdownTable } from "../markdown"
import type { ContractTableScore } from "./contracts"

/** What the tables came to, and each query beside what the data say. */
export function contractTablesReport(scores: readonly ContractTableScore[]): string {
  const tables = markdownTable(
    [
      "budget",
      "contracts",
      "rows",
      "lost",
      "cells",
      "wrong cells",
      "quotes",
      "wrong quotes",
      "queries as the data",
    ],
    scores.map((score) => [
      ...[score.budget, score.contracts, score.rows, score.lost, score.cells, score.wrongCells].map(String),
      ...[score.quotes, score.wrongQuotes].map(String),
      `${score.queries.filter(({ got, expected, traced }) => got === expected && traced).length} of ${score.queries.length}`,
    ]),
  )
  const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}...` : text)
  const queries = markdownTable(
    ["query", "by the data", ...scores.map(({ budget }) => `at ${budget}`), "contracts named"],
    (scores[0]?.queries ?? []).map(({ name, expected }, at) => [
      name,
      short(expected),
      ...scores.map(({ queries }) => short(queries[at]!.got)),
      scores.every(({ queries }) => queries[at]!.traced) ? "all" : "not all",
    ]),
  )
  return `${tables}\n\n${queries}`
}
