import { readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url))

/** Everything that reads files, each optional. */
const parsers = ["@e965/xlsx", "jschardet", "numfmt", "parse5", "postal-mime", "unpdf"]

/** Bytes of a package's own files, not of packages inside of it. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === "node_modules" ? sum : sum + bytesBelow(path)
    return sum + statSync(path).size
  }, 0)
}

/** A package with all that it depends on, by the folders they are installed in. */
function withDependencies(name: string, from: string, found: Set<string>): Set<string> {
  const inside = join(from, "node_modules", name)
  const folder = isThere(inside) ? inside : join(modules, name)
  if (found.has(folder)) return found
  found.add(folder)
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  for (const other of Object.keys(dependencies)) withDependencies(other, folder, found)
  return found
}

function isThere(folder: string): boolean {
  try {
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

test("all parsers together take less than 40 MB of an install", () => {
  const folders = new Set<string>()
  for (const name of parsers) withDependencies(name, dirname(modules), folders)
  expect(folders.size).toBeGreaterThanOrEqual(parsers.length + 1)
  const bytes = [...folders].reduce((sum, folder) => sum + bytesBelow(folder), 0)
  expect(bytes).toBeGreaterThan(10_000_000)
  expect(bytes).toBeLessThan(40_000_000)
})
