import type { Answer } from "../contracts/answer"
import type { Table } from "../contracts/table"
import { InvalidArgumentError } from "../errors"
import { isRecord } from "../runtime/check/options"

/** What a report is of. */
export type Subject = Answer | Table

export const isTable = (subject: Subject): subject is Table => "rows" in subject

/** @throws InvalidArgumentError for what is neither an answer nor a table */
export function checkSubject(subject: unknown): Subject {
  const given = isRecord(subject) ? subject : {}
  const isAnswer = typeof given.text === "string" && isRecord(given.plan) && Array.isArray(given.citations)
  const isRows = Array.isArray(given.columns) && Array.isArray(given.rows)
  if ((isAnswer || isRows) && Array.isArray(given.documents)) return subject as Subject
  throw new InvalidArgumentError("subject", subject, "an answer of `ask` or a table of `table`, whole")
}
