import { spawnSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import packageJson from "../../package.json" with { type: "json" }
import { entries } from "./entries"

export const root: string = fileURLToPath(new URL("../../", import.meta.url))

/** `spd-rag`, `spd-rag/memory` and so on. */
export const entryNames: readonly string[] = entries.map(({ name }) => name)

/** These read folders, databases or weights; every other entry runs without Node. */
const nodeEntries = ["serve", "cache", "libsql", "local", "evaluation"].map((name) => `spd-rag/${name}`)
export const portableEntryNames: readonly string[] = entryNames.filter((name) => !nodeEntries.includes(name))

/** A temporary project that has the packed library and its two dependencies, and no other package. */
export interface PackedProject {
  readonly folder: string
  /** Files of the tarball, as paths in the package. */
  readonly files: readonly string[]
  /** Runs a file of the project, or a tool of the repository on it; what it printed. */
  node(...args: readonly string[]): string
  remove(): void
}

export function packProject(): PackedProject {
  const folder = mkdtempSync(join(tmpdir(), "spd-rag-packed-"))
  const { path, files } = packTarball(folder)
  run("tar", ["-xzf", path], folder)
  mkdirSync(join(folder, "node_modules"))
  renameSync(join(folder, "package"), join(folder, "node_modules/spd-rag"))
  for (const name of Object.keys(packageJson.dependencies)) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name), "junction")
  }
  return {
    folder,
    files,
    node: (...args) => run(process.execPath, args, folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Packs the library as npm publishes it, after a build where the last one is older than the sources. */
export function packTarball(folder: string): {
  readonly path: string
  /** Files of the tarball, as paths in the package. */
  readonly files: readonly string[]
} {
  if (!isBuilt()) run(process.execPath, [join(root, "node_modules/tsup/dist/cli-default.js")], root)
  const npm = process.platform === "win32" ? "npm.cmd" : "npm"
  const packed = run(npm, ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], root)
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  return { path: join(folder, filename), files: files.map((file) => file.path) }
}

function run(command: string, args: readonly string[], folder: string): string {
  const result = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  })
  if (result.error !== undefined) throw result.error
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed:\n${result.stdout}${result.stderr}`)
  return result.stdout
}

/** Whether every output of the last build is there and newer than what it was made from. */
function isBuilt(): boolean {
  const outputs = Object.values(packageJson.exports)
    .flatMap((target) => (typeof target === "string" ? [] : [target.import, target.require]))
    .flatMap((paths) => [paths.types, paths.default])
    .map((path) => join(root, path))
  if (!outputs.every(existsSync)) return false
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  const inputs = [
    ...sources.map((path) => join("src", path)),
    "package.json",
    "tsup.config.ts",
    "tsconfig.json",
  ]
  const newestInput = Math.max(...inputs.map((path) => statSync(join(root, path)).mtimeMs))
  return Math.min(...outputs.map((path) => statSync(path).mtimeMs)) > newestInput
}
