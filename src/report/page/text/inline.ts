/** A piece of a line: text, in the ways that it is marked, or a citation. */
export type Inline =
  | { readonly kind: "text"; readonly text: string; readonly marks: readonly Mark[] }
  | { readonly kind: "citation"; readonly number: number }

export type Mark = "strong" | "em" | "code"

const delimiters: Readonly<Record<string, Mark>> = { "**": "strong", "*": "em", "`": "code" }
const pieces = /(\*\*|\*|`|\[\d+\])/

/** Markdown of one line: `**strong**`, `*emphasis*`, `code`, and citations `[1]`. What is left open stands as it is. */
export function inlineOf(line: string): Inline[] {
  const tokens = line.split(pieces)
  const found: Inline[] = []
  const open: { readonly mark: Mark; readonly delimiter: string; readonly at: number }[] = []
  const push = (text: string) => {
    if (text !== "") found.push({ kind: "text", text, marks: [] })
  }
  for (const [index, token] of tokens.entries()) {
    const citation = /^\[(\d+)\]$/.exec(token)
    if (index % 2 === 1 && citation !== null) found.push({ kind: "citation", number: Number(citation[1]) })
    else if (index % 2 === 0) push(token)
    else if (!closes(token, tokens[index - 1]!, open, found)) {
      const mark = delimiters[token]!
      const mayOpen = open.at(-1)?.mark !== "code" && open.every((one) => one.mark !== mark)
      if (mayOpen && /^\S/.test(tokens[index + 1]!)) open.push({ mark, delimiter: token, at: found.length })
      push(token)
    }
  }
  return found
}

/** Marks what lies between the delimiter and the one that opened it, if that is the last one open. */
function closes(
  token: string,
  before: string,
  open: { readonly mark: Mark; readonly delimiter: string; readonly at: number }[],
  found: Inline[],
): boolean {
  const opener = open.at(-1)
  if (opener?.delimiter !== token || found.length === opener.at + 1) return false
  if (opener.mark !== "code" && /(^|\s)$/.test(before) && found.at(-1)?.kind === "text") return false
  open.pop()
  const marked = found.splice(opener.at).slice(1)
  for (const piece of marked) {
    found.push(piece.kind === "text" ? { ...piece, marks: [opener.mark, ...piece.marks] } : piece)
  }
  return true
}
