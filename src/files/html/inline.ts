import { lowered, raised } from "../kit/marks"

/** Text on its way to be a block: spaces are collapsed; raised, lowered and struck text keeps apart. */
export interface Inline {
  text(text: string): void
  lineBreak(): void
  /** Begins raised or lowered text; the function returned ends it. */
  shift(way: "raised" | "lowered"): () => void
  /** What was written since the last call, trimmed. */
  take(): string
}

/** @param isStruck whether the text that comes next is struck out */
export function createInline(isStruck: () => boolean): Inline {
  let parts: string[] = []
  /** True while the mark of a struck passage stands open. */
  let isMarked = false
  let isShifting = false
  /** The last part, where it is raised or lowered text that what comes after it would run into. */
  let shifted: { readonly mark: string; readonly text: string; readonly isFirst: boolean } | undefined

  function append(text: string): void {
    if (text === "") return
    if (shifted !== undefined && /^\p{N}/u.test(text)) {
      parts[parts.length - 1] = `${shifted.mark}(${shifted.text})`
    } else if (shifted?.isFirst && /^\p{L}/u.test(text)) parts.push(" ")
    shifted = undefined
    parts.push(text)
  }

  /** The mark of struck text stands right at its letters, inside of the spaces around it. */
  function setMarked(marked: boolean): void {
    isMarked = marked
    const last = parts.at(-1)
    if (marked || last === undefined || !last.endsWith(" ")) append("~~")
    else {
      parts[parts.length - 1] = last.slice(0, -1)
      parts.push("~~", " ")
      shifted = undefined
    }
  }

  return {
    text(raw) {
      const text = raw.replace(/\s+/g, " ")
      if (text === " " || text === "" || isStruck() === isMarked) return append(text)
      if (isMarked) {
        setMarked(false)
        return append(text)
      }
      if (text.startsWith(" ")) append(" ")
      setMarked(true)
      append(text.trimStart())
    },
    lineBreak: () => append("\n"),
    shift(way) {
      if (isShifting) return () => {}
      isShifting = true
      const round = parts
      const start = parts.length
      return () => {
        isShifting = false
        if (round !== parts) return
        const whole = parts.slice(start).join("")
        const text = whole.trim()
        if (text === "" || text.includes("\n")) return
        const before = (parts[start - 2] ?? "").slice(-40) + (parts[start - 1] ?? "").slice(-40)
        const [mark, shown] = way === "raised" ? ["^", raised(text, before)] : ["_", lowered(text, before)]
        parts.length = start
        if (whole.startsWith(" ") && before !== "") parts.push(" ")
        parts.push(shown)
        shifted = { mark, text, isFirst: before.trim() === "" }
        if (whole.endsWith(" ")) append(" ")
      }
    },
    take() {
      if (isMarked) setMarked(false)
      const text = parts
        .join("")
        .replace(/ {2,}/g, " ")
        .replace(/ ?\n ?/g, "\n")
        .trim()
      parts = []
      shifted = undefined
      return text
    },
  }
}
