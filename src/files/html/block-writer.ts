import type { TextBudget } from "../kit/text-budget"

/** Writes blocks of Markdown as lines, inside of quotes and list items. */
export interface BlockWriter {
  /** A block of one or more lines. */
  block(text: string): void
  /** Begins a quote or a list item; the function returned ends it. */
  open(container: Container): () => void
  /** All blocks. */
  text(): string
}

export interface Container {
  /** Before the first line that is written inside. */
  readonly first: string
  /** Before every other. */
  readonly rest: string
  /** True where blocks inside follow each other without an empty line. */
  readonly isTight: boolean
}

/** Quotes and lists below this are written at its depth: a line must not grow with how deep a page is nested. */
const deepest = 12

export function createBlockWriter(budget: TextBudget): BlockWriter {
  const parts: string[] = []
  const containers: { container: Container; isBegun: boolean }[] = []
  /** How many containers the last block and the next one share. */
  let shared = 0
  const rests = (depth: number) =>
    containers
      .slice(0, Math.min(depth, deepest))
      .map(({ container }) => container.rest)
      .join("")
  const push = (part: string) => {
    budget.spend(part.length)
    parts.push(part)
  }
  return {
    block(text) {
      if (parts.length > 0) {
        const isTight = shared > 0 && containers[shared - 1]!.container.isTight
        push(isTight ? "\n" : `\n${rests(shared).trimEnd()}\n`)
      }
      const rest = rests(containers.length)
      let first = ""
      for (const level of containers.slice(0, deepest)) {
        first += level.isBegun ? level.container.rest : level.container.first
        level.isBegun = true
      }
      push(first + (rest === "" ? text : indent(text, rest)))
      shared = containers.length
    },
    open(container) {
      containers.push({ container, isBegun: false })
      return () => {
        containers.pop()
        shared = Math.min(shared, containers.length)
      }
    },
    text: () => parts.join(""),
  }
}

const indent = (text: string, rest: string): string =>
  text.replace(/\n([^\n])?/g, (_, next?: string) =>
    next === undefined ? `\n${rest.trimEnd()}` : `\n${rest}${next}`,
  )
