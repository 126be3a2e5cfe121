import type { CsvParser } from "./parser"

/**
 * Rows of separated values. Line ends of any kind count, also mixed; a `sep=;` line names the separator and is no
 * row; a quote that is never closed is a letter of its cell, since it would swallow all rows after it.
 */
export function readRows(
  { parse }: CsvParser,
  text: string,
  isTabbed: boolean,
): { readonly rows: readonly (readonly string[])[]; readonly problems: readonly string[] } {
  const named = /^sep=(.)(?:\r\n?|\n|$)/i.exec(text)
  const body = evenLines(named === null ? text : text.slice(named[0].length))
  const delimiter = named?.[1] ?? (isTabbed ? "\t" : undefined)
  const options = {
    skipEmptyLines: "greedy",
    newline: "\n",
    ...(delimiter === undefined ? {} : { delimiter }),
  } as const
  const { data, errors, meta } = parse(body, options)
  const open = errors.find(({ code }) => code === "MissingQuotes")
  if (open === undefined) return { rows: data, problems: [] }
  const problem = `A quote in row ${(open.row ?? 0) + 1} is never closed; the rows from there are read as they stand.`
  return { rows: withoutQuote(body, meta.delimiter, parse, options), problems: [problem] }
}

/** `\r\n` and `\r` outside and inside of quotes as `\n`. */
const evenLines = (text: string): string => text.replace(/\r\n?/g, "\n")

/** Rows up to the open quote as they are quoted, and those from there with quotes as letters. */
function withoutQuote(
  text: string,
  delimiter: string,
  parse: CsvParser["parse"],
  options: Parameters<CsvParser["parse"]>[1],
): readonly (readonly string[])[] {
  const start = text.lastIndexOf("\n", openQuote(text, delimiter) - 1) + 1
  const whole = parse(text.slice(0, start), { ...options, delimiter }).data
  const rest = parse(text.slice(start), { ...options, delimiter, quoteChar: "\u0000" }).data
  return [...whole, ...rest]
}

/** Where the quoted cell begins that runs to the end of the text. */
function openQuote(text: string, delimiter: string): number {
  let at = 0
  let cell = 0
  while (at < text.length) {
    if (text[at] === '"') {
      cell = at
      at = closingQuote(text, at + 1, delimiter)
      if (at === -1) return cell
    }
    const next = nextCell(text, at, delimiter)
    if (next === -1) break
    at = next
  }
  return text.length
}

/** A quote closes where a separator, a line end or the end follows; any other is a letter, and a pair is one. */
function closingQuote(text: string, from: number, delimiter: string): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    const next = text[at + 1]
    if (next === '"') at++
    else if (next === undefined || next === "\n" || next === delimiter || /\s/.test(next)) return at + 1
  }
  return -1
}

function nextCell(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) if (text[at] === delimiter || text[at] === "\n") return at + 1
  return -1
}
