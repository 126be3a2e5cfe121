import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { convertByOffice } from "./office"

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
function office(filter: string, read: (folder: string, name: string) => string | undefined): Reference {
  return {
    program: `LibreOffice (${filter.split(":")[0]})`,
    textsOf(paths) {
      const folder = convertByOffice(paths, filter)
      return paths.map((_, index) => read(folder, String(index)))
    },
  }
}

/** Every sheet is a file of its own: `0-Sheet1.csv`. */
const sheetTexts = (folder: string, name: string) => {
  const sheets = readdirSync(folder).filter((file) => file.startsWith(`${name}-`) && file.endsWith(".csv"))
  return sheets.length === 0
    ? undefined
    : sheets.map((file) => readFileSync(join(folder, file), "utf8")).join("\n")
}

const pandoc = (...options: readonly string[]) =>
  each("pandoc", (path) => [...options, "-t", "plain", "--wrap=none", path])
const sheets = office(
  // The ninth: cells as they are shown.
  "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,true,false,false,-1",
  sheetTexts,
)

/**
 * Paragraphs of an OpenDocument show and of the charts in it, without the fields that repeat on every slide. A PDF of
 * it is no reference: scales are drawn, and words that stand upright come out letter by letter. Names in a chart count
 * once: LibreOffice writes that of a lone series also as its title, and has heads of its own (`Series2`) in the data.
 */
const showScript = `
import re, sys, zipfile
from xml.etree import ElementTree
def words(element):
    name = element.tag.split("}")[-1]
    if name in ("page-number", "desc", "forms", "annotation") or element.get(kind) in skipped: return ""
    inner = (element.text or "") + "".join(words(child) + (child.tail or "") for child in element)
    return inner + "\\n" if name in ("p", "h") else " " if name in ("s", "tab", "line-break") else inner
number = re.compile(r"[-+.,\\d]+(?:[eE][-+]?\\d+)?$")
made = re.compile(r"Series\\d+$")
kind = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}class"
skipped = ("page-number", "date-time", "footer", "header")
with zipfile.ZipFile(sys.argv[1]) as show:
    for name in show.namelist():
        if not re.search(r"(^|/)content.xml$", name): continue
        body = ElementTree.fromstring(show.read(name)).find("{urn:oasis:names:tc:opendocument:xmlns:office:1.0}body")
        if body is None: continue
        lines = words(body).split("\\n")
        if name == "content.xml": print(*lines, sep="\\n")
        else: print(*[line for line in lines if number.match(line)], *{line for line in lines if not number.match(line) and not made.match(line)}, sep="\\n")
`
const showText = (path: string) => (existsSync(path) ? run("python3", ["-c", showScript, path]) : undefined)
const slides = office("odp", (folder, name) => showText(join(folder, `${name}.odp`)))

/** The header lines that we give too, the text part, else the page's words; names of attachments. */
const mailScript = `
import email, email.policy, subprocess, sys
mail = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
print(*[mail[name] for name in ("from", "to", "cc", "subject") if mail[name]], sep="\\n")
body = mail.get_body(("plain", "html"))
text = body.get_content() if body else ""
if body and body.get_content_type() == "text/html":
    text = subprocess.run(["w3m", "-dump", "-T", "text/html"], input=text, text=True, capture_output=True).stdout
print(text)
print(*[part.get_filename() for part in mail.iter_attachments() if part.get_filename()])
`

/** Without the names of pictures that have no text of their own, and the marks of struck and deleted text. */
const page: Reference = {
  program: "w3m",
  textsOf: (paths) =>
    paths.map((path) =>
      run("w3m", ["-dump", "-cols", "5000", "-o", "pseudo_inlines=0", path])?.replace(
        /\[(?:S|DEL|INS):|:(?:S|DEL|INS)\]/g,
        "",
      ),
    ),
}

export const references: { readonly [extension: string]: readonly Reference[] } = {
  ".pdf": [each("pdftotext", (path) => [path, "-"])],
  ".docx": [pandoc()],
  ".pptx": [slides],
  ".xlsx": [sheets],
  ".html": [page, pandoc("-f", "html")],
  ".odt": [pandoc()],
  ".rtf": [pandoc()],
  ".epub": [pandoc()],
  ".ods": [sheets],
  ".xls": [sheets],
  ".odp": [{ program: "its paragraphs", textsOf: (paths) => paths.map(showText) }],
  ".eml": [each("python3", (path) => ["-c", mailScript, path])],
}
