import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../process"
import type { RowContext } from "../row"
import type { Report } from "../scenario"

/** Where the program of a row lies, of the places that its packages put it on different machines. */
export function programIn(folder: string, paths: readonly string[]): string {
  const found = paths.map((path) => join(folder, "node_modules", path)).find((path) => existsSync(path))
  if (found === undefined) throw new Error(`Its packages brought none of ${paths.join(", ")}.`)
  return found
}

const marker = "REPORT "

/** Runs the scenario, and the loading of files, as a module or as CommonJS; what they reported. */
export async function reportOf(
  command: string,
  args: readonly string[],
  { folder, url }: RowContext,
  format: "mjs" | "cjs",
): Promise<Report> {
  const load = (name: string) =>
    format === "mjs" ? `await import("./${name}.mjs")` : `require("./${name}.cjs")`
  const text = `(async () => {
  const { scenario } = ${load("scenario")}
  const { filesReport } = ${load("files")}
  const report = { ...(await scenario({ url: ${JSON.stringify(url)} })), ...(await filesReport("input")) }
  console.log("\\n${marker}" + JSON.stringify(report))
})()
`
  writeFileSync(join(folder, `main.${format}`), text)
  return reportIn(await run({ command, args: [...args, `main.${format}`], folder }))
}

/** The report that a program printed. */
export function reportIn(printed: string): Report {
  const line = printed.split("\n").find((text) => text.startsWith(marker))
  if (line === undefined) throw new Error(`It printed no report:\n${printed.slice(-2000)}`)
  return JSON.parse(line.slice(marker.length)) as Report
}
