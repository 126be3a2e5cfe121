/** Runs test/bench/*.bench.ts one after another, each in its own process; arguments keep the names that hold one. */
import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"

const folder = new URL("./", import.meta.url)
const filters = process.argv.slice(2)
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".bench.ts"))
  .filter((name) => filters.length === 0 || filters.some((filter) => name.includes(filter)))
  .sort()

if (files.length === 0) {
  console.error(`No benchmark in test/bench matches ${filters.join(", ") || "*.bench.ts"}.`)
  process.exitCode = 1
}
for (const file of files) {
  console.log(`\n== ${file}`)
  const { code, errors } = await run(fileURLToPath(new URL(file, folder)))
  const absent = /Cannot find (?:package|module) '([^'./][^']*)'/.exec(errors)?.[1]
  if (code !== 0 && absent !== undefined) {
    console.log(`Left out: it compares with the package ${absent}, which is not installed.`)
  } else if (code !== 0) {
    console.error(`${file} failed (${code}).`)
    process.exitCode = 1
  }
}

/** The benchmark's exit code and its error output, which is also passed on as it comes. */
function run(path: string): Promise<{ code: number | string | null; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--expose-gc", "--import", "tsx", path], {
      stdio: ["ignore", "inherit", "pipe"],
    })
    let errors = ""
    child.stderr.on("data", (data: Buffer) => {
      errors += data
      process.stderr.write(data)
    })
    child.on("error", reject)
    child.on("close", (code, signal) => resolve({ code: code ?? signal, errors }))
  })
}
