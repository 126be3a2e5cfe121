import type { Answer } from "../contracts/answer"
import type { Table } from "../contracts/table"
import { checkOptions, listOf, optional, shape } from "../runtime/check/options"
import { filledText, integerFrom, text } from "../runtime/check/values"
import { reportData } from "./data/report-data"
import type { ReportData } from "./data/types"
import { pageHTML } from "./html"
import { page } from "./page.generated"
import type { ReportPassage } from "./passages-of"
import { checkSubject } from "./subject"

/** What a report shows beside what it is of. */
export interface ReportOptions {
  /** What `passagesOf` gives: where the text around a quote is taken from. @default what the agents were shown */
  readonly passages?: readonly ReportPassage[] | undefined
  /** Text shown before and after a quote, at most. @default 400 */
  readonly contextCharacters?: number | undefined
  /** @default the question; of a table, how many documents it has */
  readonly title?: string | undefined
}

const checks = {
  passages: optional(
    listOf(
      shape<ReportPassage>({
        documentId: text,
        chunkId: text,
        start: integerFrom(0),
        text,
        headings: listOf(text),
      }),
    ),
    [],
  ),
  contextCharacters: optional(integerFrom(0), 400),
  title: optional(filledText("a title")),
}

/**
 * An answer or a table as one HTML file without a request to anywhere: text with citations that open their quotes, the
 * matrix, the merge tree, usage and warnings. What documents say is shown as text, and a content security policy in the
 * page lets nothing of it run.
 *
 * @throws InvalidArgumentError that names the option
 */
export function renderReport(subject: Answer | Table, options?: ReportOptions): string {
  return reportHTML(reportOf(subject, options))
}

/** What a report shows, as data. @throws InvalidArgumentError that names the option */
export function reportOf(subject: Answer | Table, options?: ReportOptions): ReportData {
  const { passages, contextCharacters, title } = checkOptions(options, checks, "options")
  return reportData(checkSubject(subject), passages ?? [], contextCharacters ?? 400, title)
}

export const reportHTML = (data: ReportData): string => pageHTML(page, data.title, data)
