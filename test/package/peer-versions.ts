import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import packageJson from "../../package.json" with { type: "json" }
import tsconfig from "../../tsconfig.json" with { type: "json" }

// npm run check:peers: installs the oldest and the newest version of every optional peer that package.json allows, and
// type-checks the library and test/package/peer-clients.ts against each. It needs the npm registry.
const root = fileURLToPath(new URL("../../", import.meta.url))
const peers: { readonly [name: string]: string } = packageJson.peerDependencies

for (const which of ["oldest", "newest"] as const) {
  const folder = mkdtempSync(join(tmpdir(), "spd-rag-peers-"))
  try {
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }')
    const wanted = Object.entries(peers).map(([name, range]) => `${name}@${versionOf(range, which)}`)
    const npm = [
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-package-lock",
      "--force",
      "--omit=optional",
    ]
    run(process.platform === "win32" ? "npm.cmd" : "npm", [...npm, ...wanted], folder)
    const installed = Object.keys(peers).map((name) => `${name} ${installedVersion(folder, name)}`)
    console.log(`${which}: ${installed.join(", ")}`)
    const errors = typeErrors(folder)
    console.log(errors === "" ? "  the types fit" : errors)
    if (errors !== "") process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The oldest version is the one that the range begins with; for the newest, npm chooses within its last part. */
function versionOf(range: string, which: "oldest" | "newest"): string {
  const parts = range.split("||").map((part) => part.trim())
  return which === "oldest" ? parts[0]!.replace(/^\D*/, "") : parts.at(-1)!
}

function installedVersion(folder: string, name: string): string {
  const text = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")
  return (JSON.parse(text) as { version: string }).version
}

function typeErrors(folder: string): string {
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true })
  cpSync(join(root, "test/package/peer-clients.ts"), join(folder, "peer-clients.ts"))
  for (const name of [
    ...Object.keys(packageJson.dependencies),
    "@types/node",
    "@types/papaparse",
    "papaparse",
  ]) {
    // A peer may have brought its own.
    rmSync(join(folder, "node_modules", name), { recursive: true, force: true })
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name), "junction")
  }
  const { compilerOptions } = tsconfig
  const exclude = ["src/vectors/kernel/assembly"]
  const config = { compilerOptions, include: ["src", "peer-clients.ts"], exclude }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  const tsc = join(root, "node_modules/typescript/lib/tsc.js")
  return spawnSync(process.execPath, [tsc, "-p", "."], { cwd: folder, encoding: "utf8" }).stdout
}

function run(command: string, args: readonly string[], folder: string): void {
  const result = spawnSync(command, args, { cwd: folder, encoding: "utf8" })
  if (result.status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${result.stderr}`)
}
