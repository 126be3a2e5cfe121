export interface Token {
  /** `name` is a quoted identifier, `word` any other word; `text` of both is folded to lower case, without quotes. */
  readonly kind: "word" | "name" | "text" | "number" | "symbol"
  readonly text: string
  readonly start: number
  readonly end: number
  /** How many parentheses stand around it; those themselves are counted as outside. */
  readonly depth: number
}

const token =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|[\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*|\.?\d[\w.]*|->>?|\|\||[<>!=]=|<>|<<|>>|[\s\S]/guy

/** SQL in pieces, without spaces and comments. A quote that is not closed goes to the end. */
export function tokenize(sql: string): readonly Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const { 0: piece, index: start } of sql.matchAll(token)) {
    const end = start + piece.length
    const first = piece[0]!
    if (/\s/.test(first) || piece.startsWith("--") || piece.startsWith("/*")) continue
    if (piece === ")") depth--
    const at = { start, end, depth }
    if (first === "'") tokens.push({ kind: "text", text: piece.slice(1, -1).replaceAll("''", "'"), ...at })
    else if (piece.length > 1 && '"`['.includes(first)) {
      const text = piece.slice(1, -1)
      const plain = first === "[" ? text : text.replaceAll(first + first, first)
      tokens.push({ kind: "name", text: plain.toLowerCase(), ...at })
    } else if (/[\p{L}_\u0080-\uffff]/u.test(first))
      tokens.push({ kind: "word", text: piece.toLowerCase(), ...at })
    else if (/\d/.test(first) || (piece.length > 1 && first === "."))
      tokens.push({ kind: "number", text: piece, ...at })
    else tokens.push({ kind: "symbol", text: piece, ...at })
    if (piece === "(") depth++
  }
  return tokens
}
