import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { afterAll, beforeAll } from "vitest"

const root = fileURLToPath(new URL("../../", import.meta.url))

export interface Scripts {
  /** Below the project, so that packages which stay outside are found; there while the tests of the suite run. */
  readonly folder: string
  /** The script that a source became. */
  path(source: string): string
}

/**
 * Scripts for the processes that the tests of a file or a `describe` start, made once from sources named by their paths
 * in the project. They start in a fraction of the time that a loader of TypeScript takes.
 *
 * Packages stay outside; "bundle" takes them in too, which starts faster where none of them is native.
 */
export function scriptsFrom(
  sources: readonly string[],
  packages: "external" | "bundle" = "external",
): Scripts {
  const cache = join(root, "node_modules/.cache/")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "scripts-"))
  beforeAll(async () => {
    await build({
      absWorkingDir: root,
      entryPoints: [...sources],
      entryNames: "[name]",
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      // What a script loads on first use alone is not read at its start.
      splitting: true,
      minify: packages === "bundle",
      packages,
      platform: "node",
      format: "esm",
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, path: (source) => join(folder, basename(source).replace(/\.ts$/, ".mjs")) }
}
