import type { TextMemory } from "./memory"
import type { SQLite } from "./peer"

/** What a statement asks SQLite for while it is prepared. */
export interface Guard {
  /** Lets the library's own statements through. */
  open: boolean
  /** What the statement does that is refused. */
  refusal: string | undefined
  /** Lower-case names of the columns of the table of rows that were asked for so far. */
  readonly columns: ReadonlySet<string>
  /** Places of the statement that call a function so far. */
  calls: number
}

// Codes of SQLite's authorizer.
const read = 20
const select = 21
const callFunction = 31
const recursive = 33
const allowed = 0
const denied = 1

const actions: { readonly [code: number]: string } = {
  9: "deletes",
  18: "inserts",
  19: "uses PRAGMA",
  22: "begins or ends a transaction",
  23: "updates",
  24: "attaches a database",
  25: "detaches a database",
  32: "uses a savepoint",
}

/** Functions without a side effect whose result follows from their arguments, and which take time linear in them. */
const functions = new Set(
  `-> ->> abs avg ceil ceiling char coalesce concat concat_ws count cume_dist date datetime dense_rank exp first_value
  floor format glob group_concat hex if ifnull iif instr json json_array json_array_length json_each json_extract
  json_group_array json_group_object json_object json_quote json_tree json_type json_valid julianday lag last_value lead
  length like ln log log10 log2 lower ltrim max min mod nth_value ntile nullif octet_length percent_rank pow power printf
  quote rank replace round row_number rtrim sign sqrt strftime string_agg substr substring sum time timediff total trim
  trunc typeof unicode unixepoch upper`.split(/\s+/),
)

/** Tables that are made of an argument's value. */
const valueTables = new Set(["json_each", "json_tree"])

/**
 * Refuses all but reading `table`: writes, PRAGMA, ATTACH, SQLite's own tables, functions that are not known, and more calls
 * of functions than `mostCalls`: between two rows nothing can stop a statement.
 */
export function createGuard(
  { wasm }: SQLite,
  db: number,
  memory: TextMemory,
  { table, mostCalls }: { readonly table: string; readonly mostCalls: number },
): Guard {
  const columns = new Set<string>()
  const guard: Guard = { open: true, refusal: undefined, columns, calls: 0 }
  function refusalOf(action: number, first: string, second: string): string | undefined {
    if (action === select || action === recursive) return undefined
    if (action === callFunction) {
      if (!functions.has(second)) return `calls the function ${second}`
      return ++guard.calls > mostCalls ? `calls functions in more than ${mostCalls} places` : undefined
    }
    if (action === read) {
      if (first === table) columns.add(second)
      // Without a column it takes no value, and may be of a query that was given a name by WITH.
      return first === table || second === "" || valueTables.has(first)
        ? undefined
        : `reads the table ${first}`
    }
    return actions[action] ?? "changes the database"
  }
  const authorize = wasm.installFunction("i(pipppp)", (_, action = 0, first = 0, second = 0) => {
    if (guard.open) return allowed
    const name = (pointer: number) => memory.readName(pointer).toLowerCase()
    const refusal = refusalOf(action, name(first), name(second))
    guard.refusal ??= refusal
    return refusal === undefined ? allowed : denied
  })
  wasm.exports.sqlite3_set_authorizer(db, authorize, 0)
  return guard
}
