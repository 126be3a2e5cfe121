const office = "application/vnd.openxmlformats-officedocument"
const excel = "application/vnd.ms-excel"
const openDocument = "application/vnd.oasis.opendocument"

/** Endings by media type, for what has a type and no name that tells more. */
const endings: { readonly [type: string]: string } = {
  "text/plain": ".txt",
  "text/markdown": ".md",
  "text/html": ".html",
  "application/xhtml+xml": ".xhtml",
  "application/pdf": ".pdf",
  [`${office}.wordprocessingml.document`]: ".docx",
  "application/vnd.ms-word.document.macroenabled.12": ".docm",
  [`${office}.presentationml.presentation`]: ".pptx",
  [`${office}.spreadsheetml.sheet`]: ".xlsx",
  [`${excel}.sheet.macroenabled.12`]: ".xlsm",
  [`${excel}.sheet.binary.macroenabled.12`]: ".xlsb",
  [excel]: ".xls",
  "text/csv": ".csv",
  "text/tab-separated-values": ".tsv",
  "application/json": ".json",
  "application/jsonl": ".jsonl",
  "application/x-ndjson": ".ndjson",
  "message/rfc822": ".eml",
  [`${openDocument}.text`]: ".odt",
  [`${openDocument}.spreadsheet`]: ".ods",
  [`${openDocument}.presentation`]: ".odp",
  "application/epub+zip": ".epub",
  "application/rtf": ".rtf",
  "text/rtf": ".rtf",
}

/** The ending of files of a media type, in any case and with any parameters; undefined for one that is not known. */
export function endingOf(type: string): string | undefined {
  const name = type.split(";", 1)[0]!.trim().toLowerCase()
  return Object.hasOwn(endings, name) ? endings[name] : undefined
}

/**
 * The encoding that a media type names (`text/html; charset=shift_jis`), where decoders know it. Not UTF-8, which is
 * found out, and is what people say of any text.
 */
export function charsetOf(type: string): string | undefined {
  const label = /;\s*charset=\s*"?([^\s";]{1,40})/i.exec(type)?.[1]
  try {
    const encoding = label === undefined ? undefined : new TextDecoder(label).encoding
    return encoding === "utf-8" ? undefined : encoding
  } catch {
    return undefined
  }
}
