/** A stretch of a text that is layout, and what a reader sees there. */
export interface LayoutSpan {
  readonly start: number
  readonly end: number
  readonly text: string
}

const entityNames: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  euro: "\u20ac",
  pound: "\u00a3",
  sect: "\u00a7",
  ndash: "\u2013",
  mdash: "\u2014",
  hellip: "\u2026",
  lsquo: "\u2018",
  rsquo: "\u2019",
  ldquo: "\u201c",
  rdquo: "\u201d",
  laquo: "\u00ab",
  raquo: "\u00bb",
}
// Bounded, and none that can begin anew within what it failed on for long.
const link = /!?\[(?=[^[\]\n]{0,300}\]\()|\]\([^()\s]{0,300}(?: "[^"\n]{0,200}")?\)/g
const tag = /<\/?(b|i|u|em|strong|span|mark|a|br|p|div|td|th|tr|li|ul|ol)(?:\s[^<>\n]{0,300})?\s?\/?>/gi
const inlineTag = /^(?:b|i|u|em|strong|span|mark|a)$/i
const entity = /&(?:([a-z]{2,6})|#(\d{1,6})|#x([0-9a-f]{1,5}));/gi
const escaped = /\\{1,3}(?:u([0-9a-f]{4})|([nrt])|([^\p{L}\p{N}\s\\]))/giu
/** Marks of quotes, headings and lists at the start of a line. */
const lineMarks = /^[ \t]*(?:(?:>|#{1,6}(?=[ \t])|[-*+](?=[ \t]))[ \t]*){1,8}/gm
/** Lines drawn by hand: rules, and the delimiter rows of tables. */
const drawn = /^[ \t|:=*_-]{3,400}$/gm
const struck = /~~/g

/** What of a text is Markdown, HTML or an escape, in order and without overlaps. */
export function layoutSpans(text: string): readonly LayoutSpan[] {
  const spans = [
    ...spansOf(text, lineMarks, () => " "),
    ...spansOf(text, drawn, () => " "),
    ...spansOf(text, link, () => ""),
    ...spansOf(text, struck, () => ""),
    ...spansOf(text, tag, ([, name = ""]) => (inlineTag.test(name) ? "" : " ")),
    ...spansOf(text, entity, entityText),
    ...spansOf(text, escaped, ([, unit, space, mark]) =>
      unit !== undefined ? String.fromCharCode(Number.parseInt(unit, 16)) : space !== undefined ? " " : mark!,
    ),
  ]
  return withoutOverlaps(spans)
}

/** In order; of two that overlap the first stays. */
export function withoutOverlaps(spans: readonly LayoutSpan[]): readonly LayoutSpan[] {
  let end = 0
  return [...spans]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((span) => {
      if (span.start < end) return false
      end = span.end
      return true
    })
}

function spansOf(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => string | undefined,
): readonly LayoutSpan[] {
  const spans: LayoutSpan[] = []
  for (const match of text.matchAll(pattern)) {
    const seen = replacement(match)
    if (seen !== undefined) spans.push({ start: match.index, end: match.index + match[0].length, text: seen })
  }
  return spans
}

function entityText([, name, decimal, hexadecimal]: RegExpMatchArray): string | undefined {
  if (name !== undefined) return entityNames[name.toLowerCase()]
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
