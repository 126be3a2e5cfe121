import { readdirSync, readFileSync } from "node:fs"
import { checkSync } from "recheck"
import ts from "typescript"
import { expect, it } from "vitest"

/** Patterns whose time grows with more than the text they are given, and why that is little. */
const bounded: Readonly<Record<string, string>> = {
  "/\\B(?=(\\d{3})+$)/g": "a number of our own is formatted",
  "/(\\p{L}+(?:-\\p{L}+)*)([-\\u2010\\u00ad])$/u": "it is given the last 80 characters of a line",
  "/(E)?[\\s.:#-]{0,2}(\\d+)(?![A-Za-z0-9])/iy":
    "it is tried once at each place, and the reader ends where it fails",
}

/** The patterns that stand in the sources, with where each stands. */
function patternsOf(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue
    const source = ts.createSourceFile(
      name,
      readFileSync(`${folder}/${name}`, "utf8"),
      ts.ScriptTarget.Latest,
    )
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.set(node.text, name)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

// Found by automaton or by search, for patterns that a text could make quadratic or worse. What the checker can't
// tell in a second counts as well: the counts of steps in doubling.test.ts stand behind it.
it("no pattern of the sources is known to be slow", () => {
  const patterns = patternsOf("src")
  expect(patterns.size).toBeGreaterThan(100)
  const slow: string[] = []
  for (const [pattern, file] of patterns) {
    const end = pattern.lastIndexOf("/")
    const { status } = checkSync(pattern.slice(1, end), pattern.slice(end + 1), { timeout: 1_000 })
    if (status === "vulnerable" && bounded[pattern] === undefined) slow.push(`${file}: ${pattern}`)
  }
  expect(slow).toEqual([])
  for (const pattern of Object.keys(bounded)) expect([...patterns.keys()]).toContain(pattern)
})

it("the checker knows slow ones", () => {
  for (const pattern of ["\\s*\\n\\s*", "\\s+$", "(a+)+b"])
    expect(checkSync(pattern, "").status).toBe("vulnerable")
})
