import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serve } from "./loopback"
import { makeProject, pack } from "./project"
import type { Row } from "./row"
import { rows } from "./rows"

// npm run test:runtimes [-- ROWS...]: the packed library on every runtime that the README claims, and through bundlers.
const chosen = chooseRows(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), "spd-rag-runtimes-"))
const server = await serve((_, response) => response.end("here"))
try {
  const packed = await pack(folder)
  for (const row of chosen) {
    const started = performance.now()
    const problems = await problemsOf(row)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const verdict = problems.length === 0 ? "green" : "RED  "
    console.log(`${verdict} ${row.name.padEnd(10)} ${row.packages[0] ?? "installed here"}, ${seconds} s`)
    for (const problem of problems) console.log(`      ${problem.replaceAll("\n", "\n      ")}`)
    if (problems.length > 0) process.exitCode = 1
  }

  async function problemsOf(row: Row): Promise<readonly string[]> {
    const place = join(folder, row.name)
    try {
      await makeProject(place, packed, row.packages)
    } catch (error) {
      return [`It can't be had here. ${error instanceof Error ? error.message : error}`]
    }
    try {
      const report = await row.run({ folder: place, url: server.url })
      const told = Object.entries(report)
      for (const [check, result] of told) {
        if (result.startsWith("ok: ")) console.log(`      ${check}: ${result.slice(4)}`)
      }
      if (told.length === 0) return ["It reported nothing."]
      return told.filter(([, result]) => !/^ok(?:: |$)/.test(result)).map((entry) => entry.join(": "))
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)]
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  }
} finally {
  server.close()
  rmSync(folder, { recursive: true, force: true })
}

function chooseRows(names: readonly string[]): readonly Row[] {
  const unknown = names.filter((name) => !rows.some((row) => row.name === name))
  if (unknown.length > 0) {
    console.error(`There is no row ${unknown.join(", ")}; there are ${rows.map(({ name }) => name).join(", ")}.`)
    process.exit(1)
  }
  return names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name))
}
