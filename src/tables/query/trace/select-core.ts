import type { Token } from "./tokens"

/** One SELECT of a statement, as far as tracing needs to know it. */
export interface SelectCore {
  /** Where a further column can be put: behind the last one. */
  readonly columnsEnd: number
  readonly distinct: Token | undefined
  /** Names by which it reads the table of rows. */
  readonly sources: readonly string[]
  /** `one`: a row for each row, or for the one that holds the least or greatest value. `many`: a row for several. */
  readonly rowsOf: "one" | "many"
}

const clauses = new Set(["where", "group", "having", "window", "order", "limit"])
const notAliases = new Set([
  ...clauses,
  ..."join left right full inner cross natural outer on using indexed not".split(" "),
])
const aggregates = new Set(
  "avg count group_concat json_group_array json_group_object max min string_agg sum total".split(" "),
)

/** @param tokens from its SELECT to before the next UNION, or to the end */
export function readCore(tokens: readonly Token[], table: string): SelectCore | undefined {
  const first = tokens[0]
  if (first === undefined || !isWord(first, "select")) return undefined
  const outer = tokens.filter(({ depth }) => depth === first.depth)
  const fromAt = outer.findIndex(
    (token, at) => isWord(token, "from") && !(isWord(outer[at - 1], "distinct") && at > 2),
  )
  const clauseAt = outer.findIndex((token) => token.kind === "word" && clauses.has(token.text))
  const columnsLast = outer[(fromAt > 0 ? fromAt : clauseAt > 0 ? clauseAt : outer.length) - 1]!
  const sources =
    fromAt < 0 ? [] : readSources(outer.slice(fromAt, clauseAt < 0 ? undefined : clauseAt), table)
  const grouped = outer.some((token) => isWord(token, "group"))
  const calls = aggregateCalls(tokens, first.depth)
  const ofOneRow = calls.length === 1 && (calls[0] === "min" || calls[0] === "max")
  return {
    columnsEnd: columnsLast.end,
    distinct: isWord(outer[1], "distinct") ? outer[1] : undefined,
    sources,
    rowsOf: (grouped || calls.length > 0) && !ofOneRow ? "many" : "one",
  }
}

/** Tables stand behind FROM, a comma or JOIN; one may have a schema before it and another name behind it. */
function readSources(tokens: readonly Token[], table: string): readonly string[] {
  const sources: string[] = []
  tokens.forEach((token, at) => {
    if (!(isWord(token, "from") || isWord(token, "join") || isSymbol(token, ","))) return
    let name = at + 1
    if (isWord(tokens[name], "main") && isSymbol(tokens[name + 1], ".")) name += 2
    if (!isName(tokens[name]) || tokens[name]!.text !== table) return
    const next = tokens[name + 1]
    if (isWord(next, "as")) sources.push(tokens[name + 2]!.text)
    else if (isName(next) && !(next!.kind === "word" && notAliases.has(next!.text))) sources.push(next!.text)
    else sources.push(table)
  })
  return sources
}

/** The aggregates that a SELECT itself calls, those of queries within it and of windows left out. */
function aggregateCalls(tokens: readonly Token[], depth: number): readonly string[] {
  const calls: string[] = []
  const of = parentheses(tokens)
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (!isSymbol(tokens[at + 1], "(")) {
      const opensQuery = isSymbol(token, "(") && isWord(tokens[at + 1], "select", "with", "values")
      if (opensQuery) at = of(at).end
      continue
    }
    if (!isName(token) || !aggregates.has(token.text) || token.depth < depth) continue
    const { end, several } = of(at + 1)
    if (several && (token.text === "min" || token.text === "max")) continue
    let next = end + 1
    if (isWord(tokens[next], "filter")) next = of(next + 1).end + 1
    if (!isWord(tokens[next], "over")) calls.push(token.text)
  }
  return calls
}

interface Parentheses {
  /** Where it is closed; behind the last token where it is not. */
  readonly end: number
  /** True where a comma stands in it that is in no other within. */
  readonly several: boolean
}

/** What is known of each parenthesis that opens, by its place. */
function parentheses(tokens: readonly Token[]): (open: number) => Parentheses {
  const open: number[] = []
  const ends = new Map<number, number>()
  const several = new Set<number>()
  tokens.forEach((token, at) => {
    if (isSymbol(token, "(")) open.push(at)
    else if (isSymbol(token, ")")) ends.set(open.pop() ?? -1, at)
    else if (isSymbol(token, ",")) several.add(open.at(-1) ?? -1)
  })
  return (at) => ({ end: ends.get(at) ?? tokens.length, several: several.has(at) })
}

export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === "word" && words.includes(token.text)
}

export function isSymbol(token: Token | undefined, symbol: string): boolean {
  return token?.kind === "symbol" && token.text === symbol
}

function isName(token: Token | undefined): boolean {
  return token?.kind === "word" || token?.kind === "name"
}
