import type { TextBudget } from "../kit/text-budget"
import { type BlockWriter, type Container, createBlockWriter } from "./block-writer"
import { createInline, type Inline } from "./inline"

/** Where the text of a page goes: blocks of Markdown, or one line, as a heading or a table's cell needs it. */
export interface Target {
  readonly isFlat: boolean
  readonly inline: Inline
  /** Ends the block that is being written, if there is any. */
  flush(): void
  /** A block of its own. */
  block(text: string): void
  open(container: Container): () => void
  /** Sets the mark between what was written and what comes next, where both stand on one line. */
  separate(mark: string): void
  /** All that was written. */
  text(): string
}

export function blockTarget(budget: TextBudget, isStruck: () => boolean): Target {
  const writer: BlockWriter = createBlockWriter(budget)
  const inline = createInline(isStruck)
  const write = (text: string) => {
    if (text !== "") writer.block(text)
  }
  const flush = () => write(inline.take())
  return {
    isFlat: false,
    inline,
    flush,
    block(text) {
      flush()
      write(text)
    },
    open(container) {
      flush()
      const close = writer.open(container)
      return () => {
        flush()
        close()
      }
    },
    separate: flush,
    text() {
      flush()
      return writer.text()
    },
  }
}

export function flatTarget(isStruck: () => boolean): Target {
  const parts: string[] = []
  const inline = createInline(isStruck)
  let mark = ""
  let separator = ""
  const write = (text: string) => {
    if (text === "") return
    if (parts.length > 0) parts[parts.length - 1] += separator
    parts.push(mark + text)
    mark = ""
    separator = ""
  }
  const flush = () => write(inline.take())
  return {
    isFlat: true,
    inline,
    flush,
    block(text) {
      flush()
      write(text)
    },
    open({ first }) {
      flush()
      mark = first
      return () => {
        flush()
        mark = ""
      }
    },
    separate(between) {
      flush()
      separator = between
    },
    text() {
      flush()
      return parts.join(" ").replace(/\s+/g, " ").trim()
    },
  }
}
