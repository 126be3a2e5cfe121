import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { packTarball, root } from "../package/packed-project"
import { run } from "./process"

const here = join(root, "test/runtimes")
const npm = process.platform === "win32" ? "npm.cmd" : "npm"

/** What every row's folder begins with: the packed library, and the scenario as one module and as CommonJS. */
export interface Packed {
  readonly tarball: string
  readonly scenario: { readonly [file: string]: string }
}

export async function pack(folder: string): Promise<Packed> {
  const { path } = packTarball(folder)
  const scenario: Record<string, string> = {}
  for (const name of ["index", "files"]) {
    for (const [format, ending] of [
      ["esm", "mjs"],
      ["cjs", "cjs"],
    ] as const) {
      const { outputFiles } = await build({
        entryPoints: [join(here, "scenario", `${name}.ts`)],
        bundle: true,
        write: false,
        format,
        target: "es2022",
        external: ["spd-rag", "spd-rag/*"],
        // The library is the packed one, not the sources that the repository's own paths name.
        tsconfigRaw: {},
      })
      scenario[`${name === "index" ? "scenario" : name}.${ending}`] = outputFiles[0]!.text
    }
  }
  return { tarball: path, scenario }
}

/** A project as a user makes it, with exact versions beside the library. @throws Error where npm can't install them */
export async function makeProject(
  folder: string,
  { tarball, scenario }: Packed,
  packages: readonly string[],
): Promise<void> {
  mkdirSync(join(folder, "input/notes"), { recursive: true })
  const files = {
    "package.json": '{ "private": true }',
    "input/note.txt": "The buyer pays within 30 days.",
    "input/notes/a.txt": "The buyer pays within 30 days.",
    "input/page.html": "<p>The buyer pays within 30 days.</p>",
    ...scenario,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  // Each package is a binary or a tool for some other version of Node: its scripts and the version it asks for don't matter.
  const flags = ["--ignore-scripts", "--engine-strict=false", "--no-audit", "--no-fund", "--no-package-lock"]
  await run({ command: npm, args: ["install", ...flags, tarball, ...packages], folder }).catch(
    (cause: Error) => {
      throw new Error(`It can't be had here. ${cause.message}`, { cause })
    },
  )
}
