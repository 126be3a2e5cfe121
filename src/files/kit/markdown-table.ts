/** Rows as a Markdown table; the first row is the header. Line breaks in cells become spaces, `|` is escaped. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  // Only the header is filled up: Markdown lets later rows be shorter, and one long row must not widen them all.
  const names = [...header, ...Array<string>(width - header.length).fill("")]
  return [line(names), `|${" --- |".repeat(width)}`, ...body.map(line)].join("\n")
}

const line = (cells: readonly string[]): string => `| ${cells.map(cellText).join(" | ")} |`

function cellText(text: string): string {
  return text.replace(/\s+/g, " ").trim().replaceAll("|", "\\|")
}
