/** Takes the thinking out of a reply that comes in pieces. */
export interface ThinkingFilter {
  /** What of the text so far is no thinking and settled. */
  push(piece: string): string
  end(): string
}

/** How models mark what they write for themselves; a tag counts at the start of a line, in any case. */
const tags: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<seed:think>", "</seed:think>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["[think]", "[/think]"],
  ["\u25c1think\u25b7", "\u25c1/think\u25b7"],
]
const tagStart = /[<[\u25c1]/g
const longestTag = 24

/** A reply without its thinking. */
export function withoutThinking(text: string): string {
  const filter = createThinkingFilter()
  return filter.push(text) + filter.end()
}

/**
 * Blocks of thinking are left out, and so is the rest of a text where one is never closed. Templates that open the
 * block in the prompt leave only its end in the reply: `onRestart` then voids all that came before.
 */
export function createThinkingFilter(onRestart: () => void = () => {}): ThinkingFilter {
  let held = ""
  let closing: string | undefined
  let lineIsBlank = true
  let mayRestart = true

  /** Reads on in `text` from `at`; gives where what is to be held begins. */
  const readOutside = (text: string, at: number, parts: string[]): number => {
    tagStart.lastIndex = at
    const found = tagStart.exec(text)?.index ?? text.length
    const before = text.slice(at, found)
    const line = before.slice(before.lastIndexOf("\n") + 1)
    lineIsBlank = (lineIsBlank || line.length < before.length) && line.trim() === ""
    if (before !== "") parts.push(before)
    if (found === text.length) return found
    const head = text.slice(found, found + longestTag).toLowerCase()
    const startsTag = lineIsBlank && tags.some((pair) => pair.some((tag) => tag.startsWith(head)))
    const pair = lineIsBlank ? tags.find((names) => names.some((tag) => head.startsWith(tag))) : undefined
    if (pair === undefined) {
      if (startsTag) {
        held = text.slice(found)
        return text.length
      }
      parts.push(text.charAt(found))
      lineIsBlank = false
      return found + 1
    }
    const [open, close] = pair
    if (head.startsWith(open)) {
      closing = close
      mayRestart = false
      return found + open.length
    }
    if (mayRestart) {
      parts.length = 0
      mayRestart = false
      onRestart()
    }
    return found + close.length
  }

  const readInside = (text: string, at: number, close: string): number => {
    const end = indexOfTag(text, close, at)
    if (end < 0) {
      held = text.slice(Math.max(at, text.length - close.length + 1))
      return text.length
    }
    closing = undefined
    return end + close.length
  }

  return {
    push(piece) {
      const text = held + piece
      held = ""
      const parts: string[] = []
      for (let at = 0; at < text.length; ) {
        at = closing === undefined ? readOutside(text, at, parts) : readInside(text, at, closing)
      }
      return parts.join("")
    },
    end() {
      const rest = closing === undefined ? held : ""
      held = ""
      return rest
    },
  }
}

/** As `indexOf` in any case of ASCII letters; tags begin with a mark, so that no text makes this slow. */
function indexOfTag(text: string, tag: string, from: number): number {
  for (let at = text.indexOf(tag.charAt(0), from); at >= 0; at = text.indexOf(tag.charAt(0), at + 1)) {
    if (text.slice(at, at + tag.length).toLowerCase() === tag) return at
  }
  return -1
}
