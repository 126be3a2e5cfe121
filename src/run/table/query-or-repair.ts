import { z } from "zod"
import { defaultOutputTokens, generateJson } from "../../calls/generate-json"
import { replySchema } from "../../calls/reply-schema"
import type { JSONValue, QueryResult, TableColumn, TableRow } from "../../contracts"
import type { ComputedResult } from "../../contracts/answer"
import { messageOf, SpdRagError } from "../../errors"
import { queryPrompt } from "../../tables/plan/prompt"
import { queryRows } from "../../tables/query"
import type { RunContext } from "../run-context"

/** The planned query over the rows, repaired once where it fails; the rows without it, with a warning, where it fails again. */
export async function queryOrRepair(
  context: RunContext,
  planned: string,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
): Promise<ComputedResult> {
  if (planned === "") return { sql: undefined, result: allRows(columns, rows) }
  const run = (sql: string) => queryRows({ sql, columns, rows, signal: context.signal })
  try {
    return { sql: planned, result: await run(planned) }
  } catch (error) {
    checkOwn(error, context.signal)
    try {
      const sql = await repairedQuery(context, planned, columns, messageOf(error))
      return { sql, result: await run(sql) }
    } catch (second) {
      checkOwn(second, context.signal)
      const message = `The query failed, also when repaired (${messageOf(second)}); the rows are given without it.`
      context.warn({ code: "query-failed", message })
      return { sql: undefined, result: allRows(columns, rows) }
    }
  }
}

/** What the library reports itself is got over; all else is not. */
function checkOwn(error: unknown, signal: AbortSignal): void {
  signal.throwIfAborted()
  if (!SpdRagError.isInstance(error)) throw error
}

const sqlSchema = replySchema(z.object({ sql: z.string() }))

async function repairedQuery(
  context: RunContext,
  sql: string,
  columns: readonly TableColumn[],
  problem: string,
): Promise<string> {
  const { config, question, signal } = context
  const llm = context.llm("coordinator")
  const names = columns.map(({ name, type }) => `${JSON.stringify(name)} (${type})`).join(", ")
  const content = `# Question\n${question}\n\n# Columns of the table rows\ndocument_id (text), ${names}\n\n# Query\n${sql}\n\nThat query failed: ${problem}\nReply with one JSON object: "sql", the query without that fault.`
  const { value } = await generateJson({
    llm,
    messages: [
      { role: "system", content: queryPrompt },
      { role: "user", content },
    ],
    schema: sqlSchema,
    countTokens: config.countTokens,
    maxOutputTokens: defaultOutputTokens(llm.contextWindow),
    temperature: config.coordinatorOptions.temperature,
    signal,
  })
  return value.sql
}

/** Every row with every column. */
function allRows(columns: readonly TableColumn[], rows: readonly TableRow[]): QueryResult {
  return {
    columns: ["document_id", ...columns.map(({ name }) => name)],
    rows: rows.map(({ documentId, cells }, index) => ({
      values: [documentId, ...columns.map(({ name }) => plain(cells[name]?.value ?? null))],
      documentIds: [documentId],
      rowIndexes: [index],
    })),
    truncated: false,
    traced: true,
  }
}

function plain(value: JSONValue): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value
  return typeof value === "boolean" ? Number(value) : JSON.stringify(value)
}
