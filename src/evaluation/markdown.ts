/** A Markdown table; the first column is left-aligned, the others right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ")
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"))
  return [line(head), line(rule), ...rows.map(line)].join("\n")
}

/** A share or score with fixed decimals; `-` where there is none. */
export function formatNumber(value: number | undefined, decimals: number): string {
  return value === undefined || Number.isNaN(value) ? "-" : value.toFixed(decimals)
}

/** Whole numbers with commas; `-` where there is none. */
export function formatCount(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "-"
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",")
}

/** A value with its interval, such as `58.1 [52.0, 64.3]`. */
export function formatInterval(
  value: number,
  interval: { readonly low: number; readonly high: number },
  decimals: number,
): string {
  if (Number.isNaN(value)) return "-"
  return `${formatNumber(value, decimals)} [${formatNumber(interval.low, decimals)}, ${formatNumber(interval.high, decimals)}]`
}
