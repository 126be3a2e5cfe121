import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, extname, join } from "node:path"

/** Published packages with files of real programs among their tests; nothing of them is committed here. */
const packages = [
  { from: "pip", name: "python-docx", version: "1.2.0" },
  { from: "npm", name: "mammoth", version: "1.13.0" },
  { from: "pip", name: "python-pptx", version: "1.0.2" },
  { from: "pip", name: "xlsx2csv", version: "0.8.6" },
  { from: "pip", name: "pyexcel-xlsx", version: "0.6.1" },
  { from: "npm", name: "xlsx-populate", version: "1.21.0" },
  { from: "pip", name: "pypdf", version: "7.1.1" },
  { from: "pip", name: "html2text", version: "2025.4.15" },
] as const

const home = join(tmpdir(), "spd-rag-bench-files")

/** Files of an ending in all packages, by path; they stay in the system's temporary folder for the next run. */
export function publicFiles(extension: string): readonly string[] {
  return packages
    .flatMap((entry) => filesBelow(fetched(entry)))
    .filter((path) => extname(path) === extension)
    .sort()
}

function fetched({ from, name, version }: (typeof packages)[number]): string {
  const folder = join(home, `${name}-${version}`)
  if (existsSync(folder)) return folder
  const download = join(home, "download")
  mkdirSync(download, { recursive: true })
  const before = new Set(readdirSync(download))
  if (from === "npm") execFileSync("npm", ["pack", "--silent", `${name}@${version}`], { cwd: download })
  else {
    const options = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", download]
    execFileSync("pip", [...options, `${name}==${version}`])
  }
  const archive = readdirSync(download).find((file) => !before.has(file))!
  mkdirSync(folder)
  execFileSync("tar", ["xzf", join(download, archive), "-C", folder])
  return folder
}

/** A name that two packages use stands once: it is most often the same file. */
function filesBelow(folder: string): readonly string[] {
  const found = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.startsWith("."))
      found.set(basename(entry.name), join(entry.parentPath, entry.name))
  }
  return [...found.values()]
}
