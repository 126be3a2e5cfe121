import { quoteName } from "../columns"
import { isSymbol, isWord, readCore, type SelectCore } from "./select-core"
import { type Token, tokenize } from "./tokens"

/** A statement that gives the same rows with one more column: the numbers of the table's rows behind each, as JSON. */
export interface TracedSQL {
  readonly sql: string
  /**
   * `position`: each row is the statement's row at the same place. `value`: it gives doubles of the rows that the
   * statement gives once, and all of them where the statement has a LIMIT.
   */
  readonly match: "position" | "value"
}

/** Undefined where the statement's shape does not allow it: EXCEPT, INTERSECT, and rows of a query within it alone. */
export function tracedSQL(sql: string, table: string, rowNumber: string): TracedSQL | undefined {
  const tokens = withoutEnd(tokenize(sql))
  const main = tokens.findIndex((token) => token.depth === 0 && isWord(token, "select", "values"))
  const statement = tokens.slice(Math.max(main, 0))
  const seams = statement.flatMap((token, at) =>
    token.depth === 0 && isWord(token, "union", "except", "intersect") ? [at] : [],
  )
  if (seams.some((at) => !isWord(statement[at], "union"))) return undefined
  const starts = [0, ...seams.map((at) => (isWord(statement[at + 1], "all") ? at + 2 : at + 1))]
  const cores = starts.map((start, index) => readCore(statement.slice(start, seams[index]), table))
  if (!cores.every((core) => core !== undefined)) return undefined
  if (cores.every(({ sources }) => sources.length === 0)) return undefined
  const distinctUnion = seams.some((at) => !isWord(statement[at + 1], "all"))
  const byValue = distinctUnion || cores.some(({ distinct }) => distinct !== undefined)
  const edits: Edit[] = cores.flatMap((core) => coreEdits(core, rowNumber))
  for (const at of seams) {
    if (!isWord(statement[at + 1], "all"))
      edits.push({ start: statement[at]!.end, end: statement[at]!.end, text: " ALL" })
  }
  const limit = byValue ? statement.find((token) => token.depth === 0 && isWord(token, "limit")) : undefined
  const end = statement.at(-1)!.end
  edits.push({ start: limit?.start ?? end, end: sql.length, text: "" })
  return { sql: edited(sql, edits), match: byValue ? "value" : "position" }
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function coreEdits(
  { columnsEnd, distinct, sources, rowsOf }: SelectCore,
  rowNumber: string,
): readonly Edit[] {
  const numbers = `json_array(${sources.map((source) => `${quoteName(source)}.${rowNumber}`).join(", ")})`
  const column = rowsOf === "many" ? `json_group_array(${numbers})` : numbers
  return [
    ...(distinct === undefined ? [] : [{ start: distinct.start, end: distinct.end, text: "" }]),
    { start: columnsEnd, end: columnsEnd, text: `, ${column}` },
  ]
}

/** @param edits in the order of their places, without overlap but for the last, which cuts off what follows */
function edited(sql: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start)
  let text = ""
  let at = 0
  for (const edit of ordered) {
    text += sql.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + sql.slice(at)
}

function withoutEnd(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.findLastIndex((token) => !isSymbol(token, ";"))
  return tokens.slice(0, last + 1)
}
