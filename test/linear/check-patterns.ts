/**
 * `npx tsx test/linear/check-patterns.ts`: asks the checker about every pattern of the sources, which takes minutes, and
 * writes down in checked-patterns.json which are not slow. The tests ask about new ones only.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { checkSync } from "recheck"
import { patternsOfSources } from "./sources"

const path = new URL("./checked-patterns.json", import.meta.url)

export function isSlow(pattern: string, timeout: number): boolean {
  const end = pattern.lastIndexOf("/")
  return checkSync(pattern.slice(1, end), pattern.slice(end + 1), { timeout }).status === "vulnerable"
}

export const checkedPatterns = (): ReadonlySet<string> => new Set(JSON.parse(readFileSync(path, "utf8")))

if (process.argv[1] === import.meta.filename) {
  const checked = [...patternsOfSources().keys()].filter((pattern) => !isSlow(pattern, 5_000)).sort()
  writeFileSync(path, `${JSON.stringify(checked, undefined, 2)}\n`)
}
