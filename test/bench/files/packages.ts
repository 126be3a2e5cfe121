import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, extname, join } from "node:path"
import { convertByOffice } from "./office"

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

/** Formats of which packages hold few files: LibreOffice makes them from those of another. */
const made: { readonly [extension: string]: string } = {
  ".odt": ".docx",
  ".rtf": ".docx",
  ".epub": ".docx",
  ".ods": ".xlsx",
  ".xls": ".xlsx",
  ".odp": ".pptx",
}

const home = join(tmpdir(), "spd-rag-bench-files")

/** Files of an ending in all packages, by path; they stay in the system's temporary folder for the next run. */
export function publicFiles(extension: string): readonly string[] {
  if (extension === ".eml") return mails()
  const source = made[extension]
  if (source !== undefined) return madeFrom(source, extension)
  const found = packages.flatMap((entry) => filesBelow(fetched(entry)))
  return found.filter((path) => extname(path) === extension).sort()
}

/** Mails that Python tests its own reader with; Debian has them in libpython3-testsuite. */
function mails(): readonly string[] {
  const folder = join(home, "mails")
  if (!existsSync(folder)) {
    const script = "import os, test.test_email as t; print(os.path.dirname(t.__file__))"
    const source = join(execFileSync("python3", ["-c", script], { encoding: "utf8" }).trim(), "data")
    mkdirSync(folder)
    for (const name of readdirSync(source).filter((name) => /^msg_.*\.txt$/.test(name)))
      copyFileSync(join(source, name), join(folder, `${basename(name, ".txt")}.eml`))
  }
  return filesBelow(folder).toSorted()
}

function madeFrom(source: string, extension: string): readonly string[] {
  const folder = join(home, `made${extension}`)
  if (!existsSync(folder)) {
    const sources = publicFiles(source)
    const output = convertByOffice(sources, extension.slice(1))
    mkdirSync(folder)
    sources.forEach((path, index) => {
      const file = join(output, `${index}${extension}`)
      if (existsSync(file)) copyFileSync(file, join(folder, `${basename(path, source)}${extension}`))
    })
  }
  return filesBelow(folder).toSorted()
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
