import { evidenceMarker, markersIn } from "../../evidence/markers"
import { cutAtLine } from "./text"

/** Share of a cut text that its beginning has; the rest is for the markers of what was cut off. */
const beginningShare = 3 / 4

/**
 * The beginning of a text within `maxTokens`, and behind it, as far as they fit, the markers of its evidence that were
 * cut off: the next merge can still cite it.
 *
 * @param numbers of the text's evidence
 */
export function cutWithMarkers(
  text: string,
  numbers: readonly number[],
  maxTokens: number,
  countTokens: (text: string) => number,
): string {
  if (countTokens(text) <= maxTokens) return text
  const beginning = cutAtLine(text, Math.floor(maxTokens * beginningShare), countTokens)
  const held = new Set(markersIn(beginning))
  let room = maxTokens - countTokens(beginning) - 1
  const markers: string[] = []
  for (const number of numbers) {
    if (held.has(number)) continue
    const marker = evidenceMarker(number)
    room -= countTokens(marker)
    if (room < 0) break
    markers.push(marker)
  }
  const cut = `${beginning} ${markers.join("")}`.trim()
  return countTokens(cut) <= maxTokens ? cut : cutAtLine(text, maxTokens, countTokens)
}
