import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serve } from "./loopback"
import { makeProject, pack } from "./project"
import type { Row } from "./row"
import { rows } from "./rows"
import type { Report } from "./scenario"

// npm run test:runtimes [-- ROWS...]: the packed library on every runtime that the README claims, and through bundlers.
const chosen = chooseRows(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), "spd-rag-runtimes-"))
/** A check that went well, and what it told. */
const isOk = /^ok(?:: (.*))?$/
const server = await serve((_, response) => response.end("here"))
try {
  const packed = await pack(folder)
  for (const row of chosen) {
    const started = performance.now()
    const results = Object.entries(await reportOf(row))
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const isGreen = results.length > 0 && results.every(([, result]) => isOk.test(result))
    console.log(
      `${isGreen ? "green" : "RED  "} ${row.name.padEnd(9)} ${row.packages[0] ?? "installed here"}, ${seconds} s`,
    )
    for (const [check, result] of results) {
      const told = result === "ok" ? "" : (isOk.exec(result)?.[1] ?? result)
      if (told !== "") console.log(`      ${check}: ${told.replaceAll("\n", "\n      ")}`)
    }
    if (!isGreen) process.exitCode = 1
  }

  async function reportOf(row: Row): Promise<Report> {
    const place = join(folder, row.name)
    try {
      await makeProject(place, packed, row.packages)
      return await row.run({ folder: place, url: server.url })
    } catch (error) {
      return { [row.name]: error instanceof Error ? error.message : String(error) }
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
    console.error(
      `There is no row ${unknown.join(", ")}; there are ${rows.map(({ name }) => name).join(", ")}.`,
    )
    process.exit(1)
  }
  return names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name))
}
