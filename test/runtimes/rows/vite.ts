import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { build, createLogger, type InlineConfig } from "vite"
import type { Row } from "../row"
import { reportOfBundle, reportOfFiles, sizesOf } from "./bundles"

export const vite: Row = {
  name: "vite",
  packages: [],
  async run(context) {
    const { folder } = context
    writeFileSync(join(folder, "bare.mjs"), 'export { spdRag } from "spd-rag"')
    const make = async (name: string, entry: string, options: InlineConfig["build"], forNode = false) => {
      const warnings: string[] = []
      const outDir = join(folder, "out", name)
      await build({
        root: folder,
        configFile: false,
        logLevel: "silent",
        customLogger: { ...createLogger("silent"), warn: (text) => void warnings.push(text) },
        ssr: forNode ? { noExternal: true } : {},
        build: {
          outDir,
          target: "es2022",
          modulePreload: false,
          chunkSizeWarningLimit: 2_000,
          rollupOptions: {
            input: join(folder, entry),
            preserveEntrySignatures: "strict",
            output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
          },
          ...options,
        },
      })
      if (warnings.length > 0) throw new Error(`Vite warns of ${name}: ${warnings[0]}`)
      return outDir
    }
    const bare = await make("bare", "bare.mjs", {})
    const page = await make("page", "scenario.mjs", {})
    const files = await make("files", "files.mjs", { ssr: true }, true)
    return {
      ...(await reportOfBundle(context, join(page, "scenario.mjs"), { ownCounter: false })),
      ...(await reportOfFiles(context, join(files, "files.mjs"))),
      "spdRag in a browser": sizesOf(bare, true),
    }
  },
}
