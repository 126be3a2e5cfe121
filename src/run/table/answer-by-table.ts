import type { DocumentOutcome, MergeNode } from "../../contracts"
import { wholeTable } from "../../tables/create-table"
import { tablePlan } from "../../tables/table-plan"
import { tableRows } from "../../tables/table-rows"
import { tableWarnings } from "../../tables/table-warnings"
import { readDocuments } from "../documents/read-documents"
import { routeDocuments } from "../documents/route-documents"
import type { AskedDocument } from "../documents/select-documents"
import type { RunContext } from "../run-context"
import type { RunResult } from "../run-question"
import { checkFound } from "../warnings/check-found"
import { findingsOf } from "../warnings/outcome-warnings"
import { withEvidence } from "./evidence-rows"
import { plannedTable, specOfPlan } from "./planned-spec"
import { queryOrRepair } from "./query-or-repair"
import { rowReader } from "./read-row"
import { resolveRows } from "./resolve-rows"
import { wordsFor } from "./write-answer"

/**
 * Answers by a table: the coordinator plans columns and a query, agents fill the rows, code computes, and the writer puts
 * words beside the computed result, which code renders whole. Undefined where the question is not one for a table.
 *
 * @param mayBeProse false where a table is made whatever the coordinator says of the question
 */
export async function answerByTable(
  context: RunContext,
  asked: readonly AskedDocument[],
  keep: (outcomes: () => readonly DocumentOutcome[]) => void,
  mayBeProse: boolean,
): Promise<RunResult | undefined> {
  const wished = await plannedTable(context, "query")
  if (wished.kind === "prose" && mayBeProse) return undefined
  const planned = wished.kind === "prose" ? await plannedTable(context, "columns") : wished
  const spec = specOfPlan(planned, context.question)
  const { task } = spec.ask
  const plan = tablePlan(task.columns)
  const routed = await routeDocuments(context, plan, asked)
  const outcomes = await readDocuments(context, plan, routed, keep, rowReader(spec))
  checkFound(context, outcomes)
  const stored = new Map(
    asked.flatMap(({ id, stored }) => (stored === undefined ? [] : [[id, stored] as const])),
  )
  const read = tableRows(outcomes, task, stored)
  const named = task.columns.filter(({ name, type }) => type === "text" && planned.sql.includes(name))
  const { rows, mappings } = await resolveRows(context, read, task.columns, named)
  const computed = await queryOrRepair(context, planned.sql, task.columns, rows)
  const { markdown, citations } = withEvidence(computed.result, rows)
  const { words, warnings } = await wordsFor(context, markdown)
  const text = [words, markdown, unreadLine(outcomes)].filter((part) => part !== "").join("\n\n")
  context.emit({ type: "answer-delta", text })
  const tree = treeOf(text, outcomes, citations.length, context.config.countTokens)
  return {
    plan,
    outcomes,
    synthesis: { text, citations, tree, warnings: [...tableWarnings(rows), ...warnings] },
    ofTable: (end) => {
      const data = { columns: task.columns, rows, documents: outcomes, mappings, ...end }
      return { table: wholeTable(data), computed }
    },
  }
}

/** What the result can't hold, said by code. */
function unreadLine(outcomes: readonly DocumentOutcome[]): string {
  const unread = outcomes.filter(
    ({ status }) => status === "failed" || status === "skipped" || status === "partial",
  )
  return unread.length === 0
    ? ""
    : `Not read, or in part only: ${unread.length} of ${outcomes.length} documents.`
}

function treeOf(
  text: string,
  outcomes: readonly DocumentOutcome[],
  citations: number,
  countTokens: (text: string) => number,
): MergeNode {
  const findings = findingsOf(outcomes)
  return {
    kind: "merge",
    round: 1,
    text,
    tokens: countTokens(text),
    children: findings.map(({ documentId, report }) => ({
      kind: "findings",
      documentId,
      tokens: countTokens(report),
    })),
    documentIds: findings.map(({ documentId }) => documentId),
    evidence: Array.from({ length: citations }, (_, index) => index + 1),
  }
}
