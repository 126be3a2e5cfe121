import { csv } from "./csv"
import { docx } from "./docx"
import { email } from "./email"
import { epub } from "./epub"
import { html } from "./html"
import { json } from "./json"
import type { FileFormat } from "./kit/format"
import type { ParseFile } from "./kit/parse"
import { markdown } from "./markdown"
import { opendocument } from "./opendocument"
import { pdf } from "./pdf"
import { pptx } from "./pptx"
import { rtf } from "./rtf"
import { olderSpreadsheet, spreadsheet } from "./spreadsheet"
import { text } from "./text"

/** Every format; a new one is a folder and a place in this list. */
export const formats: readonly FileFormat[] = [
  text,
  markdown,
  html,
  pdf,
  docx,
  pptx,
  spreadsheet,
  olderSpreadsheet,
  csv,
  json,
  email,
  opendocument,
  epub,
  rtf,
]

/** Formats by the endings of files; the caller's own parsers come before the list's. */
export interface FormatTable {
  /** The format by the file's ending, in any case; undefined where none reads it. */
  of(path: string): FileFormat | undefined
  /** Endings that are read, in order. */
  readonly extensions: readonly string[]
}

export function formatTable(parsers: { readonly [extension: string]: ParseFile } = {}): FormatTable {
  const byExtension = new Map<string, FileFormat>()
  for (const format of formats) for (const extension of format.extensions) byExtension.set(extension, format)
  for (const [name, parse] of Object.entries(parsers)) {
    const extension = name.toLowerCase()
    byExtension.set(extension, {
      name: extension.slice(1),
      extensions: [extension],
      loadParser: async () => parse,
    })
  }
  return {
    of: (path) => byExtension.get(/\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? ""),
    extensions: [...byExtension.keys()],
  }
}
