/** A stretch of text of one look. */
export interface StyledText {
  readonly text: string
  /** `^` for text above the line, `_` for text below it. */
  readonly script?: "^" | "_" | undefined
  readonly isStruck?: boolean | undefined
}

/**
 * Stretches as one text in which looks that change the meaning can be seen: `10^6`, `H_2O`, `~~60~~30`. Letters that
 * a number is spoken with (`1st`) and signs stay as they are.
 */
export function plainStyled(stretches: readonly StyledText[]): string {
  let text = ""
  for (const { text: own, script, isStruck } of merged(stretches)) {
    const [, before = "", core = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(own) ?? []
    const marked = script === undefined ? core : offTheLine(text + before, core, script)
    text += before + (isStruck && core !== "" ? `~~${marked}~~` : marked) + after
  }
  return text
}

const spoken = /^(?:st|nd|rd|th|er|re|\u00e8re|e|\u00e8me|os?|as?|\u00ba|\u00aa|tm|sm)$/i

function offTheLine(before: string, text: string, script: "^" | "_"): string {
  if (!/[\p{L}\p{N}]/u.test(text)) return text
  if (script === "^" && spoken.test(text) && /[\p{N}]\.?$|\p{L}{2}$/u.test(before.slice(-4))) return text
  return script + (/^[-+\u2212]?[\p{L}\p{N}.,]+$/u.test(text) ? text : `(${text})`)
}

/** Neighbours of one look together: an editor cuts `10^12` into any pieces. */
function merged(stretches: readonly StyledText[]): readonly StyledText[] {
  const found: { text: string[]; script: "^" | "_" | undefined; isStruck: boolean }[] = []
  for (const { text, script, isStruck = false } of stretches) {
    if (text === "") continue
    const last = found.at(-1)
    if (last !== undefined && last.script === script && last.isStruck === isStruck) last.text.push(text)
    else found.push({ text: [text], script, isStruck })
  }
  return found.map((stretch) => ({ ...stretch, text: stretch.text.join("") }))
}
