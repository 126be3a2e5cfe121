import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Plugin } from "esbuild"

/** Writes the licences of the packages that a bundle holds, as they ask for, into a file beside it. */
export function licences(path: string): Plugin {
  return {
    name: "licences",
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        const folders = new Set(Object.keys(metafile?.inputs ?? {}).flatMap(packageOf))
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, [...folders].sort().map(licenceOf).join("\n\n"))
      })
    },
  }
}

/** The folder of the package that a file belongs to; none for the project's own. */
function packageOf(file: string): string[] {
  const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []
  return folder === undefined ? [] : [folder]
}

/** @throws Error for a package without a licence, which may not be passed on */
function licenceOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined || !existsSync(join(folder, file))) throw new Error(`${name} has no licence file.`)
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`
}
