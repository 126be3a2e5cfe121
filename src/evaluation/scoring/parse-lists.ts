import { normalizeText, stripMarkers } from "./normalize"

/** Lists of strings by name, from the JSON of an answer or from its lines. */
export type NamedLists = ReadonlyMap<string, readonly string[]>

/**
 * Reads named lists out of an answer: the last JSON object whose values are lists, else lines, where a line that
 * starts with one of `names` opens its list and `items` are looked for in it and in the lines below.
 */
export function parseNamedLists(
  text: string,
  names: readonly string[],
  items: readonly string[],
): NamedLists {
  const clean = stripMarkers(text)
  const byName = new Map(names.map((name) => [normalizeText(name), name]))
  for (const value of jsonValues(clean, "{").reverse()) {
    const lists = Object.entries(value as object).flatMap(([key, list]) => {
      const name = byName.get(normalizeText(key))
      return name === undefined ? [] : [[name, toStrings(list)] as const]
    })
    if (lists.length > 0) return new Map(lists)
  }
  return listsFromLines(clean, byName, items)
}

/** Reads one ordered list: the last JSON array of strings, else the `items` in order of first mention. */
export function parseOrderedList(text: string, items: readonly string[]): readonly string[] {
  const clean = stripMarkers(text)
  const array = jsonValues(clean, "[")
    .filter((value) => Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === "string"))
    .at(-1)
  if (array !== undefined) return array as readonly string[]
  return mentions(clean, items)
}

/** The `items` that a text mentions, in order of first mention; a name inside a longer one does not count. */
export function mentions(text: string, items: readonly string[]): readonly string[] {
  let rest = ` ${normalizeText(text)} `
  const found: { item: string; at: number }[] = []
  for (const item of [...items].sort((a, b) => normalizeText(b).length - normalizeText(a).length)) {
    const needle = ` ${normalizeText(item)} `
    const at = needle.trim() === "" ? -1 : rest.indexOf(needle)
    if (at === -1) continue
    found.push({ item, at })
    rest = rest.replaceAll(needle, ` ${"\u0000".repeat(needle.length - 2)} `)
  }
  return found.sort((a, b) => a.at - b.at).map(({ item }) => item)
}

function listsFromLines(text: string, byName: Map<string, string>, items: readonly string[]): NamedLists {
  const lists = new Map<string, string[]>()
  const keys = [...byName.keys()].sort((a, b) => b.length - a.length)
  let current: string | undefined
  for (const line of text.split("\n")) {
    const words = normalizeText(line)
    const key = keys.find((name) => name !== "" && (words === name || words.startsWith(`${name} `)))
    if (key !== undefined) current = byName.get(key) as string
    if (current === undefined) continue
    const list = lists.get(current) ?? []
    lists.set(current, list)
    for (const item of mentions(key === undefined ? words : words.slice(key.length), items)) {
      if (!list.includes(item)) list.push(item)
    }
  }
  return lists
}

/** Every JSON value of the text that starts with `open`, outermost first, in order. */
function jsonValues(text: string, open: "{" | "["): unknown[] {
  const values: unknown[] = []
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, start + 1)) {
    const end = closing(text, start)
    if (end === undefined) continue
    // A model may copy the doubled braces of a Python template; a single backslash is no JSON escape.
    const source = text.slice(start, end + 1)
    const value = parseLoosely(source.replace(/\{\{/g, "{").replace(/\}\}/g, "}"))
    if (value === undefined) continue
    values.push(value)
    start = end
  }
  return values
}

function parseLoosely(source: string): unknown {
  for (const attempt of [
    source,
    source.replace(/\\(?!["\\/bfnrtu])/g, "\\\\"),
    source.replace(/,\s*([\]}])/g, "$1"),
  ]) {
    try {
      return JSON.parse(attempt)
    } catch {}
  }
  return undefined
}

/** Index of the bracket that closes the one at `start`, strings skipped. */
function closing(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const unit = text[at]
    if (inString) {
      if (unit === "\\") at++
      else if (unit === '"') inString = false
    } else if (unit === '"') inString = true
    else if (unit === "{" || unit === "[") depth++
    else if ((unit === "}" || unit === "]") && --depth === 0) return at
  }
  return undefined
}

function toStrings(value: unknown): readonly string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : []
}
