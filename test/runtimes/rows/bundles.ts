import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { run } from "../process"
import type { RowContext } from "../row"
import type { Report } from "../scenario"
import { reportIn } from "./programs"

/** What the vocabulary is known by, wherever a bundler puts it: its first tokens. */
const vocabulary = "IQ== Ig== Iw=="
/** All but the vocabulary, zod and the rooms that are loaded on first use included. */
const mostBytes = 250_000

/** The scenario as a bundler made it: a module that is run from a place where no package is installed. */
export async function reportOfBundle(
  { folder, url }: RowContext,
  file: string,
  given: { readonly ownCounter: boolean },
): Promise<Report> {
  const options = `url: ${JSON.stringify(url)}${given.ownCounter ? ", countTokens: (text) => Math.ceil(text.length / 4)" : ""}`
  return evaluated(folder, `import(${JSON.stringify(file)}).then(({ scenario }) => scenario({ ${options} }))`)
}

export function reportOfFiles({ folder }: RowContext, file: string): Promise<Report> {
  const input = JSON.stringify(join(folder, "input"))
  return evaluated(folder, `import(${JSON.stringify(file)}).then(({ filesReport }) => filesReport(${input}))`)
}

async function evaluated(folder: string, code: string): Promise<Report> {
  const text = `${code}.then((report) => console.log("\\nREPORT " + JSON.stringify(report)))`
  return reportIn(await run({ command: process.execPath, args: ["-e", text], folder }))
}

/**
 * The sizes of a bundle in a folder, gzipped: what is loaded at once, and the vocabulary.
 *
 * @throws Error where the vocabulary is loaded at once, or there when it should not be
 */
export function sizesOf(folder: string, withVocabulary: boolean): string {
  let atOnce = 0
  let later = 0
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.m?js$/.test(file)) continue
    const text = readFileSync(join(folder, file), "utf8")
    const bytes = gzipSync(text).length
    if (text.includes(vocabulary)) later += bytes
    else atOnce += bytes
  }
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
  if (atOnce > mostBytes) throw new Error(`The bundle without the vocabulary has ${kB(atOnce)} gzipped.`)
  if (!withVocabulary && later > 0) throw new Error("The vocabulary is in a bundle that leaves it out.")
  if (withVocabulary && later === 0) throw new Error("The vocabulary is nowhere, or with the rest.")
  return withVocabulary
    ? `ok: ${kB(atOnce)} gzipped in all, and the vocabulary apart with ${kB(later)}`
    : `ok: ${kB(atOnce)} gzipped`
}
