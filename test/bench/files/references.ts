import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Another program's text of each file; undefined where it gave none. */
export interface Reference {
  readonly program: string
  readonly textsOf: (paths: readonly string[]) => readonly (string | undefined)[]
}

const run = (program: string, options: readonly string[]): string | undefined => {
  try {
    return execFileSync(program, options, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1e9,
    })
  } catch {
    return undefined
  }
}

const each = (program: string, options: (path: string) => readonly string[]): Reference => ({
  program,
  textsOf: (paths) => paths.map((path) => run(program, options(path))),
})

/** All files at once, since LibreOffice takes seconds to start; copies are named by number. */
function office(
  extension: string,
  filter: string,
  read: (folder: string, name: string) => string | undefined,
): Reference {
  return {
    program: `LibreOffice (${filter.split(":")[0]})`,
    textsOf(paths) {
      const folder = mkdtempSync(join(tmpdir(), "spd-rag-office-"))
      const copies = paths.map((path, index) => {
        const copy = join(folder, `${index}${extension}`)
        copyFileSync(path, copy)
        return copy
      })
      run("soffice", [
        "--headless",
        `-env:UserInstallation=file://${folder}/profile`,
        "--convert-to",
        filter,
        "--outdir",
        folder,
        ...copies,
      ])
      return paths.map((_, index) => read(folder, String(index)))
    },
  }
}

const pdfText = (path: string) => (existsSync(path) ? run("pdftotext", [path, "-"]) : undefined)

/** Every sheet is a file of its own: `0-Sheet1.csv`. */
const sheetTexts = (folder: string, name: string) => {
  const sheets = readdirSync(folder).filter((file) => file.startsWith(`${name}-`) && file.endsWith(".csv"))
  return sheets.length === 0
    ? undefined
    : sheets.map((file) => readFileSync(join(folder, file), "utf8")).join("\n")
}

export const references: { readonly [extension: string]: readonly Reference[] } = {
  ".pdf": [each("pdftotext", (path) => [path, "-"])],
  ".docx": [each("pandoc", (path) => ["-t", "plain", "--wrap=none", path])],
  ".pptx": [office(".pptx", "pdf", (folder, name) => pdfText(join(folder, `${name}.pdf`)))],
  ".xlsx": [
    office(
      ".xlsx",
      "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1",
      sheetTexts,
    ),
  ],
  ".html": [
    each("w3m", (path) => ["-dump", path]),
    each("pandoc", (path) => ["-f", "html", "-t", "plain", "--wrap=none", path]),
  ],
}
