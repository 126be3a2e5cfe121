/// <reference types="node" />
import { readFile } from "node:fs/promises"
import { extname, resolve } from "node:path"
import type { StandardSchema } from "spd-rag"
import { z } from "zod"
import { UsageError } from "../errors"
import { type ExitCode, exitCodes } from "../exit-codes"
import { fileToWrite, writeWhole } from "../files/written"
import type { CommandHost } from "../host"
import type { Flags } from "../settings/settings"
import { onDocuments } from "./on-documents"
import { noteLimit, runAsked, wasMissed } from "./run-asked"

export interface TableFlags extends Flags {
  readonly columns?: string | undefined
  readonly out?: string | undefined
}

type Exports = typeof import("spd-rag/tables")
type Rows = Parameters<Exports["tableToCSV"]>[0]
type Form = (rows: Rows, exports: Exports) => string | Promise<Uint8Array>

/** By the ending of `--out`. */
const forms: { readonly [ending: string]: Form } = {
  ".csv": (rows, { tableToCSV }) => tableToCSV(rows),
  ".md": (rows, { tableToMarkdown }) => tableToMarkdown(rows),
  ".json": (rows, { tableToJSON }) => `${JSON.stringify(tableToJSON(rows), undefined, 2)}\n`,
  ".xlsx": (rows, { tableToXLSX }) => tableToXLSX(rows),
}

/** `spd-rag table QUESTION PATHS...`: a row a document. */
export async function table(
  question: string,
  paths: readonly string[],
  flags: TableFlags,
  host: CommandHost,
): Promise<ExitCode> {
  const { cwd, stdout, stderr, signal } = host
  const out = fileToWrite("--out", flags.out, cwd)
  const form = forms[out === undefined ? ".md" : extname(out).toLowerCase()]
  if (form === undefined) {
    throw new UsageError(`--out ${flags.out}: the ending has to be ${Object.keys(forms).join(", ")}.`)
  }
  const columns = await columnsOf(question, flags.columns, cwd)
  const written = out === undefined ? [] : [out]
  return onDocuments({ question, paths, flags, written }, host, async (asked) => {
    const { rag, documents, isIncomplete } = asked
    const { result } = await runAsked(asked, host, false, (onEvent) =>
      rag.table({ columns, question, documents, signal, onEvent }),
    )
    const content = await form(result, await import("spd-rag/tables"))
    if (out === undefined) stdout.write(String(content))
    else {
      await writeWhole(out, content)
      stderr.write(`${result.rows.length} rows: ${flags.out}\n`)
    }
    for (const { message } of result.warnings) stderr.write(`Note: ${message}\n`)
    noteLimit(result.documents, host)
    return isIncomplete || result.documents.some(wasMissed) ? exitCodes.incomplete : exitCodes.answered
  })
}

/** The schema of the file, or one column that answers the question. */
async function columnsOf(
  question: string,
  path: string | undefined,
  cwd: string,
): Promise<StandardSchema<Record<string, never>>> {
  if (path === undefined) return asColumns(z.object({ answer: z.string().describe(question) }))
  try {
    const schema = z.fromJSONSchema(JSON.parse(await readFile(resolve(cwd, path), "utf8")))
    if (schema instanceof z.ZodObject) return asColumns(schema)
    throw new Error("it has to be the JSON Schema of an object, with a property a column")
  } catch (error) {
    const [reason] = (error as Error).message.split("\n")
    throw new UsageError(`--columns ${path} can't be used: ${reason?.replace(/\.$/, "")}.`)
  }
}

const asColumns = (schema: z.ZodObject) => schema as unknown as StandardSchema<Record<string, never>>
