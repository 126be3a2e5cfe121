/** Letters a-z and digits only, words parted by one space: what is left of a title whatever its markup. */
export function normalizeText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
}

/** The text without evidence and citation markers such as `[3]`, `[1, 2]` and `[E4]`. */
export function stripMarkers(text: string): string {
  return text.replace(/ ?\[(?:E?\d{1,5}(?:\s*,\s*E?\d{1,5})*)\]/g, "")
}
