import type { AgentSettings } from "../../../agent/agent-options"
import { material, searchRules, turnRules } from "../../../agent/prompt"
import { withInstructions } from "../../../calls/instructions"
import type { RowTask, TableColumn } from "../../../contracts"
import type { ColumnKeys } from "../reply/column-keys"

const entry = `one entry a column, each with "written", "quotes", "status" and "value"`

export const filling: string = `How to fill an entry:
- "written" first: the few words of the document that say it, letter by letter, such as "five million dollars"; "" if there are none.
- "quotes" then: 1 to 3 sentences that the value follows from, copied letter by letter, never joined, shortened or corrected; [] if there is none.
- "status": "found" if the document says the value; "computed" if you worked it out of the quotes, such as an end date from start and term; "not-found" if the document does not say it.
- "value" last, of the column's type: a number in digits alone, without unit, currency or separators, and in the column's unit; a date as YYYY-MM-DD; one of the choices, letter by letter; a short text in the document's own words. With "not-found" write "", 0, false or [].
- Never infer, guess or add. Do not compare documents, advise or conclude.`

const many = `How to find rows:
- One row for each thing that is asked about, in the order of the text; [] if the document holds none.
- Leave none out, however many there are and however alike they look. Report none twice.
- Each row has its own quotes.`

/** The rules for the rows of one document, the columns and the examples: the same for all documents. */
export function rowInstructions(request: {
  readonly task: RowTask
  readonly keys: ColumnKeys
  readonly question: string | undefined
  readonly examples: string | undefined
  readonly settings: AgentSettings
  readonly isWhole: boolean
}): string {
  const { task, keys, question, examples, settings, isWhole } = request
  const isMany = task.rows === "many"
  const fill = isMany ? "list rows of a table from it" : "fill one row of a table from it"
  const shown = isWhole ? "" : " You are given passages of this document only."
  const reply = isMany
    ? `- "rows": a list; each row is an object with ${entry}.`
    : `- "row": an object with ${entry}.`
  const rules = [
    `You read one document and ${fill}.${shown} Other documents are read by others.`,
    isWhole
      ? `Reply with one JSON object:\n${reply}`
      : `Each turn, reply with one JSON object:\n${turnRules(settings)}\n${reply} What is known by now.`,
    ...(isWhole ? [] : [searchRules(settings, "column")]),
    ...(isMany ? [many] : []),
    filling,
    material,
  ]
  const parts = [withInstructions(rules.join("\n\n"), settings.instructions)]
  if (question !== undefined) parts.push(`# What the table is for\n${question}`)
  parts.push(`# Columns\n${columnLines(task.columns, keys)}`)
  if (examples !== undefined) parts.push(examples)
  return parts.join("\n\n")
}

/** One line a column: its key in replies, its type, and what it is. */
export function columnLines(columns: readonly TableColumn[], keys: ColumnKeys): string {
  return columns.map((column) => `- ${columnLine(column, keys.keyOf(column))}`).join("\n")
}

function columnLine({ name, type, unit, choices, description, schema }: TableColumn, key: string): string {
  const kind = [
    type === "choice" ? `one of ${(choices ?? []).map((choice) => JSON.stringify(choice)).join(", ")}` : type,
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...boundsOf(schema),
  ]
  const words = [...(key === name ? [] : [name]), ...(description === undefined ? [] : [description])]
  const said = words.join(": ").replace(/\s+/g, " ")
  return `${key} (${kind.join(", ")})${said === "" ? "" : `: ${said}`}`
}

const bounds = ["format", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]

/** What the schema asks of a value beside its type. */
function boundsOf({ pattern, ...schema }: TableColumn["schema"]): readonly string[] {
  const given = bounds.filter((name) => {
    const bound = schema[name]
    const isLimit = typeof bound === "number" && Math.abs(bound) === Number.MAX_SAFE_INTEGER
    return bound !== undefined && bound !== "date" && !isLimit
  })
  const listed = given.map((name) => `${name} ${schema[name]}`)
  const hasPattern = typeof pattern === "string" && schema.format === undefined
  return hasPattern ? [...listed, `matches ${pattern}`] : listed
}
