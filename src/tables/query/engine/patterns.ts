import type { PatternPart } from "./text-search"

/** Of LIKE: `%` is any text, `_` one character; letters of ASCII match in either case. Undefined: matches nothing. */
export function likePattern(pattern: string, escaper?: string): readonly PatternPart[] | undefined {
  const parts: PatternPart[] = []
  const points = [...pattern]
  for (let at = 0; at < points.length; at++) {
    let point = points[at]!
    if (point === escaper) {
      if (++at === points.length) return undefined
      point = points[at]!
      parts.push(sameLetter(point))
    } else if (point === "%") {
      if (parts.at(-1) !== "any") parts.push("any")
    } else {
      parts.push(point === "_" ? "one" : sameLetter(point))
    }
  }
  return parts
}

/** Of GLOB: `*` is any text, `?` one character, `[a-z]` and `[^a-z]` one of a set. Undefined: matches nothing. */
export function globPattern(pattern: string): readonly PatternPart[] | undefined {
  const parts: PatternPart[] = []
  const points = [...pattern].map((point) => point.codePointAt(0)!)
  for (let at = 0; at < points.length; at++) {
    const point = points[at]!
    if (point === code("*")) {
      if (parts.at(-1) !== "any") parts.push("any")
    } else if (point === code("?")) {
      parts.push("one")
    } else if (point === code("[")) {
      const set = readSet(points, at + 1)
      if (set === undefined) return undefined
      parts.push(set.holds)
      at = set.end
    } else {
      parts.push((other) => other === point)
    }
  }
  return parts
}

/** A `]` that comes first is one of the characters, as is a `-` that stands at an end. */
function readSet(points: readonly number[], start: number) {
  const inverted = points[start] === code("^")
  const ranges: (readonly [number, number])[] = []
  let at = inverted ? start + 1 : start
  if (points[at] === code("]")) {
    ranges.push([points[at]!, points[at]!])
    at++
  }
  // The character before, from which a range may go on.
  let previous: number | undefined
  for (; at < points.length && points[at] !== code("]"); at++) {
    const point = points[at]!
    const next = points[at + 1]
    if (point === code("-") && previous !== undefined && next !== undefined && next !== code("]")) {
      ranges.push([previous, next])
      previous = undefined
      at++
    } else {
      ranges.push([point, point])
      previous = point
    }
  }
  if (at >= points.length) return undefined
  const within = (point: number) => ranges.some(([low, high]) => low <= point && point <= high)
  return { end: at, holds: (point: number) => within(point) !== inverted }
}

function sameLetter(letter: string): (codePoint: number) => boolean {
  const wanted = folded(letter.codePointAt(0)!)
  return (codePoint) => folded(codePoint) === wanted
}

function folded(codePoint: number): number {
  return codePoint >= 65 && codePoint <= 90 ? codePoint + 32 : codePoint
}

function code(character: string): number {
  return character.charCodeAt(0)
}
