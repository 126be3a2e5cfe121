import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"

const root = fileURLToPath(new URL("../../", import.meta.url))

/**
 * `spd-rag/files` as it is shipped, with its thread beside it, below this project so that it finds the parsers. Where
 * the sources are run there is no thread, and files are read in the process.
 */
export async function builtFiles(format: "esm" | "cjs" = "esm"): Promise<{
  readonly files: typeof import("../../src/files")
  readonly remove: () => void
}> {
  const cache = join(root, "node_modules/.cache/")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "files-"))
  await build({
    absWorkingDir: root,
    entryPoints: { index: "src/files/index.ts", worker: "src/files/worker.ts" },
    outdir: folder,
    bundle: true,
    format,
    splitting: format === "esm",
    outExtension: { ".js": format === "esm" ? ".js" : ".cjs" },
    packages: "external",
    platform: "neutral",
    external: ["node:*"],
    target: "es2022",
    logOverride: { "empty-import-meta": "silent" },
  })
  const files = await import(pathToFileURL(join(folder, format === "esm" ? "index.js" : "index.cjs")).href)
  return { files, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
