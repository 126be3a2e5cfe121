/** Puts blocks of Markdown together: items of a list stand close, all else has an empty line between. */
export interface BlockWriter {
  add(block: string): void
  /** @param level from 0; an item stands under the text of the item that it belongs to. */
  addItem(mark: string, text: string, level: number): void
  blocks(): readonly string[]
}

export function blockWriter(): BlockWriter {
  const blocks: string[] = []
  let items: string[] = []
  /** How far the text of the last item of each level is indented. */
  let indents: number[] = []
  const endList = () => {
    if (items.length > 0) blocks.push(items.join("\n"))
    items = []
    indents = []
  }
  return {
    add(block) {
      endList()
      if (block !== "") blocks.push(block)
    },
    addItem(mark, text, level) {
      const indent = indents.slice(0, level).at(-1) ?? 0
      const inner = indent + mark.length
      items.push(" ".repeat(indent) + mark + text.replaceAll("\n", `\n${" ".repeat(inner)}`))
      indents = [...indents.slice(0, level), inner]
    },
    blocks() {
      endList()
      return blocks
    },
  }
}
