import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type BuildOptions, build } from "esbuild"
import type { Row } from "../row"
import { reportOfBundle, reportOfFiles, sizesOf } from "./bundles"

/** Of the development dependencies, as Vite is. */
export const esbuild: Row = {
  name: "esbuild",
  packages: [],
  async run(context) {
    const { folder } = context
    writeFileSync(join(folder, "bare.mjs"), 'export { spdRag } from "spd-rag"')
    const make = async (name: string, entry: string, options: BuildOptions) => {
      const outdir = join(folder, "out", name)
      const { warnings } = await build({
        entryPoints: [join(folder, entry)],
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        outdir,
        outExtension: { ".js": ".mjs" },
        logLevel: "silent",
        ...options,
      })
      if (warnings.length > 0) throw new Error(`esbuild warns of ${name}: ${warnings[0]!.text}`)
      return outdir
    }
    const without = { external: ["js-tiktoken/*"] }
    const bare = await make("bare", "bare.mjs", { splitting: true })
    const bareWithout = await make("bare-without", "bare.mjs", without)
    const split = await make("split", "scenario.mjs", { splitting: true })
    const single = await make("single", "scenario.mjs", {})
    const withoutVocabulary = await make("without", "scenario.mjs", without)
    const files = await make("files", "files.mjs", { platform: "node" })
    // What is bundled needs no package any more.
    mkdirSync(join(folder, "away"))
    renameSync(join(folder, "node_modules"), join(folder, "away/node_modules"))
    const inOneFile = await reportOfBundle(context, join(single, "scenario.mjs"), { ownCounter: false })
    const left = await reportOfBundle(context, join(withoutVocabulary, "scenario.mjs"), { ownCounter: true })
    return {
      ...(await reportOfBundle(context, join(split, "scenario.mjs"), { ownCounter: false })),
      ...prefixed("in one file", inOneFile),
      ...prefixed("without the vocabulary", left),
      ...(await reportOfFiles(context, join(files, "files.mjs"))),
      "spdRag in a browser": sizesOf(bare, true),
      "spdRag with a counter of one's own": sizesOf(bareWithout, false),
    }
  },
}

const prefixed = (how: string, report: { readonly [check: string]: string }) =>
  Object.fromEntries(
    Object.entries(report).map(([name, result]) => [`${name}, ${how}`, result.replace(/^ok: .*/, "ok")]),
  )
