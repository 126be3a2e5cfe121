import { type Fields, fieldsOf } from "./fields"
import { parseStrictly } from "./parse"

/** Objects of one reply that are looked at. */
const mostObjects = 50

/**
 * A value's objects, outermost first: an array, a wrapper or a tool call may stand around the one that is meant. JSON
 * in a string counts, as in the arguments of a tool call.
 */
export function objectsIn(value: unknown): readonly Fields[] {
  const found: Fields[] = []
  const queue: unknown[] = [value]
  for (let at = 0; at < queue.length && found.length < mostObjects; at++) {
    const next = queue[at]
    const parsed = typeof next === "string" && /^\s*[{[]/.test(next) ? parseStrictly(next)?.value : next
    const fields = fieldsOf(parsed)
    if (fields !== undefined) found.push(fields)
    if (typeof parsed !== "object" || parsed === null) continue
    for (const inner of Object.values(parsed).slice(0, mostObjects)) {
      if (queue.length < 4 * mostObjects) queue.push(inner)
    }
  }
  return found
}
