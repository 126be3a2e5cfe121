import { expect, it } from "vitest"
import { checkedPatterns, isSlow } from "./check-patterns"
import { patternsOfSources } from "./sources"

/** Patterns whose time grows with more than the text they are given, and why that is little. */
const bounded: Readonly<Record<string, string>> = {
  "/\\B(?=(\\d{3})+$)/g": "a number of our own is formatted",
  "/(\\p{L}+(?:-\\p{L}+)*)([-\\u2010\\u00ad])$/u": "it is given the last 80 characters of a line",
  "/([\\d.]+)(d|h|ms|m|s)/g": "a header's value of at most 40 characters",
  "/(?::|,|\\band\\b)\\s*(?:and )?([a-z][\\w -]*?)\\s*\\(([^()]*\\d[^()]*)\\)/gi":
    "a question of a benchmark, a few lines",
  "/(E)?[\\s.:#-]{0,2}(\\d+)(?![A-Za-z0-9])/iy":
    "it is tried once at each place, and the reader ends where it fails",
}

// Found by automaton or by search, for patterns that a text could make quadratic or worse. What the checker can't
// tell in a second counts as well: the counts of steps in doubling.test.ts stand behind it.
it("no pattern of the sources is known to be slow", () => {
  const patterns = patternsOfSources()
  expect(patterns.size).toBeGreaterThan(100)
  const checked = checkedPatterns()
  const slow: string[] = []
  for (const [pattern, file] of patterns) {
    if (checked.has(pattern) || bounded[pattern] !== undefined) continue
    if (isSlow(pattern, 1_000)) slow.push(`${file}: ${pattern}`)
  }
  expect(slow).toEqual([])
  for (const pattern of Object.keys(bounded)) expect([...patterns.keys()]).toContain(pattern)
})

it("the checker knows slow ones", () => {
  for (const pattern of ["\\s*\\n\\s*", "\\s+$", "(a+)+b"]) expect(isSlow(`/${pattern}/`, 600_000)).toBe(true)
})
