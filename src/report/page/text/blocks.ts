/** A block of an answer, as far as answers use Markdown. */
export type Block =
  | { readonly kind: "paragraph" | "quote"; readonly lines: readonly string[] }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "rule" }
  | { readonly kind: "list"; readonly items: readonly ListItem[] }
  | {
      readonly kind: "table"
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

export interface ListItem {
  /** How far it is set in, from 0. */
  readonly depth: number
  /** "1." of a numbered list; undefined for a bullet. */
  readonly label: string | undefined
  readonly text: string
}

const item = /^( *)(?:[-*+•]|(\d{1,9}[.)]))\s+(\S.*)$/
const fence = /^\s*```/
const heading = /^(#{1,6})\s+(\S.*)$/
const divider = /^\s*(?:\|\s*)?(?::?-{2,}:?\s*\|\s*)+(?::?-{2,}:?\s*)?$/
const rule = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/

/** The blocks of a text; whatever is no Markdown is a paragraph that keeps its lines. */
export function blocksOf(text: string): Block[] {
  const lines = text.split(/\r?\n/)
  const blocks: Block[] = []
  let at = 0
  const takeWhile = (holds: (line: string) => boolean): string[] => {
    const from = at
    while (at < lines.length && holds(lines[at]!)) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at]!
    const title = heading.exec(line)
    if (line.trim() === "") at++
    else if (fence.test(line)) {
      at++
      blocks.push({ kind: "code", text: takeWhile((next) => !fence.test(next)).join("\n") })
      at++
    } else if (title !== null) {
      blocks.push({ kind: "heading", level: title[1]!.length, text: title[2]!.replace(/\s#+\s*$/, "") })
      at++
    } else if (rule.test(line)) {
      blocks.push({ kind: "rule" })
      at++
    } else if (item.test(line)) blocks.push({ kind: "list", items: listItems(takeWhile(isOfList)) })
    else if (line.includes("|") && divider.test(lines[at + 1] ?? "")) {
      const [head = [], , ...rows] = takeWhile((next) => next.includes("|")).map(cellsOf)
      blocks.push({ kind: "table", head, rows })
    } else if (line.startsWith(">")) {
      const quoted = takeWhile((next) => next.startsWith(">"))
      blocks.push({ kind: "quote", lines: quoted.map((next) => next.replace(/^>\s?/, "")) })
    } else {
      at++
      blocks.push({ kind: "paragraph", lines: [line, ...takeWhile((next) => !beginsBlock(next))] })
    }
  }
  return blocks
}

const beginsBlock = (line: string): boolean =>
  line.trim() === "" || line.startsWith(">") || [fence, heading, rule, item].some((kind) => kind.test(line))

/** An item, or a line that goes on with the one before. */
const isOfList = (line: string): boolean => item.test(line) || /^\s+\S/.test(line)

function listItems(lines: readonly string[]): ListItem[] {
  const items: ListItem[] = []
  for (const line of lines) {
    const [, indent = "", label, text] = item.exec(line) ?? []
    const last = items.at(-1)
    if (text !== undefined) items.push({ depth: Math.min(6, indent.length >> 1), label, text })
    else if (last !== undefined) items[items.length - 1] = { ...last, text: `${last.text} ${line.trim()}` }
  }
  return items
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim())
