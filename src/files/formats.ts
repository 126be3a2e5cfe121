/** What a loader reads a file as. */
export type FileFormat =
  | "text"
  | "markdown"
  | "html"
  | "pdf"
  | "docx"
  | "pptx"
  | "spreadsheet"
  | "csv"
  | "json"

const formats: ReadonlyMap<string, FileFormat> = new Map<string, FileFormat>([
  ["txt", "text"],
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["html", "html"],
  ["htm", "html"],
  ["pdf", "pdf"],
  ["docx", "docx"],
  ["pptx", "pptx"],
  ["xlsx", "spreadsheet"],
  ["xls", "spreadsheet"],
  ["csv", "csv"],
  ["tsv", "csv"],
  ["json", "json"],
])

/** The format by the file's ending, in any case; undefined where no loader reads it. */
export function formatOf(path: string): FileFormat | undefined {
  return formats.get(/\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? "")
}
