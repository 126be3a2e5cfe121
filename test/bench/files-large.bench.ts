/**
 * On Linux: time and peak memory of loading one large file of each format, each in a process of its own: the least of three.
 * `SPD_RAG_BEFORE=folder` measures another build of this package too.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { largeFiles } from "./files/large"

const rounds = 3
const root = fileURLToPath(new URL("../../", import.meta.url))
const builds = new Map([["now", root]])
if (process.env.SPD_RAG_BEFORE !== undefined) builds.set("before", process.env.SPD_RAG_BEFORE)
if (!existsSync(join(root, "dist/files/index.js"))) throw new Error("Run `npm run build` first.")

const folder = mkdtempSync(join(tmpdir(), "spd-rag-large-"))
const table: Record<string, unknown>[] = []
for (const [name, make] of Object.entries(largeFiles)) {
  const path = join(folder, name)
  writeFileSync(path, await make())
  const row: Record<string, unknown> = { file: name, MB: (statSync(path).size / 1e6).toFixed(1) }
  for (const [build, home] of builds) {
    const runs = Array.from({ length: rounds }, () => measured(home, path))
    const seconds = Math.min(...runs.map((run) => run.seconds))
    const megabytes = Math.min(...runs.map((run) => run.megabytes))
    row[`${build} s`] = Number.isFinite(seconds) ? seconds.toFixed(2) : "-"
    row[`${build} MB`] = Number.isFinite(megabytes) ? megabytes.toFixed(0) : "-"
  }
  table.push(row)
}
rmSync(folder, { recursive: true })
console.table(table)

interface Run {
  readonly seconds: number
  readonly megabytes: number
}

/** Infinite where the build does not read the format. */
function measured(home: string, path: string): Run {
  const module = JSON.stringify(pathToFileURL(join(home, "dist/files/index.js")).href)
  const script = `
    const { readFileSync } = await import("node:fs")
    const { loadDocuments } = await import(${module})
    const start = performance.now()
    let length = 0
    for await (const { text } of loadDocuments(${JSON.stringify(path)})) length += text.length
    const seconds = (performance.now() - start) / 1000
    // Of this process alone: what resourceUsage tells begins with the parent's.
    const peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1])
    console.log(JSON.stringify({ seconds, megabytes: peak / 1024, length }))`
  try {
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
    return JSON.parse(printed) as Run
  } catch {
    return { seconds: Number.POSITIVE_INFINITY, megabytes: Number.POSITIVE_INFINITY }
  }
}
