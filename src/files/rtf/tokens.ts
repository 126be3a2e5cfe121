export type RtfToken =
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  /** Letters, or bytes in the file's code page. */
  | { readonly kind: "text"; readonly text: string; readonly bytes?: Uint8Array }
  | { readonly kind: "control"; readonly word: string; readonly value: number | undefined }

/** The pieces of an RTF file, bytes as Latin-1 letters (RTF 1.9.1, "Conventions of an RTF reader"). */
export function* rtfTokens(source: string): Generator<RtfToken, void, undefined> {
  // Each match begins where the last one ended, so no text is read twice.
  const piece =
    /\{|\}|(?:\\'[0-9a-fA-F]{2})+|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z])|[\r\n]+|[^{}\\\r\n]+|\\/g
  for (let match = piece.exec(source); match !== null; match = piece.exec(source)) {
    const [whole, word, value, symbol] = match
    if (whole === "{") yield { kind: "open" }
    else if (whole === "}") yield { kind: "close" }
    else if (word === "bin") piece.lastIndex += Math.max(0, Number(value ?? 0))
    else if (word !== undefined) {
      yield { kind: "control", word, value: value === undefined ? undefined : Number(value) }
    } else if (symbol !== undefined) yield symbolToken(symbol)
    else if (whole.startsWith("\\'")) {
      const bytes = Uint8Array.from(whole.split("\\'").slice(1), (hex) => Number.parseInt(hex, 16))
      yield { kind: "text", text: "", bytes }
    } else if (!/^[\r\n\\]/.test(whole)) yield { kind: "text", text: whole }
  }
}

function symbolToken(symbol: string): RtfToken {
  if (symbol === "~") return { kind: "text", text: "\u00a0" }
  if (symbol === "_") return { kind: "text", text: "-" }
  if (symbol === "-") return { kind: "text", text: "" }
  if (symbol === "*") return { kind: "control", word: "*", value: undefined }
  if (symbol === "\n" || symbol === "\r") return { kind: "control", word: "par", value: undefined }
  return { kind: "text", text: symbol }
}
