import { lowered, raised } from "./marks"

/** A stretch of text of one look. */
export interface StyledText {
  readonly text: string
  /** `^` for text above the line, `_` for text below it. */
  readonly script?: "^" | "_" | undefined
  readonly isStruck?: boolean | undefined
}

/** Stretches as one text in which looks that change the meaning can be seen: `10^6`, `~~60~~30`. */
export function plainStyled(stretches: readonly StyledText[]): string {
  const [first] = stretches
  // Most cells and runs have one look: their text stays the string that it is.
  if (stretches.length === 1 && first?.script === undefined && !first?.isStruck) return first?.text ?? ""
  let text = ""
  const pieces = merged(stretches)
  pieces.forEach(({ text: own, script, isStruck }, index) => {
    const core = own.trim()
    const start = own.length - own.trimStart().length
    let shown = core
    if (script !== undefined && core !== "") {
      const before = text.slice(-40) + own.slice(0, start)
      shown = script === "^" ? raised(core, before) : lowered(core, before)
      // A figure that follows at once would be taken for a part of this one.
      const isFollowed = core === own.trimStart() && /^\p{N}/u.test(pieces[index + 1]?.text ?? "")
      if (isFollowed && shown === script + core) shown = `${script}(${core})`
    }
    if (isStruck && core !== "") shown = `~~${shown}~~`
    text += own.slice(0, start) + shown + own.slice(start + core.length)
  })
  return text
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
