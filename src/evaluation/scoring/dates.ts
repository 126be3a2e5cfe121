const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ")
const month = "(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?"
// Scanned contracts part "th": "20t h day of November".
const day = "(?<day>\\d{1,2})(?!\\d)\\s?(?:s\\s?t|n\\s?d|r\\s?d|t\\s?h)?"
const year = "(?<year>\\d{4}|\\d{2})"

const patterns = [
  // May 8, 2014; May 8th 2014
  new RegExp(`\\b${month}\\s*${day}\\s*,?\\s*(?:of\\s+)?${year}\\b`, "gi"),
  // 8 May 2014; 8th day of May, 2014; 8-May-14
  new RegExp(`\\b${day}[\\s-]*(?:day\\s+of\\s+|of\\s+)?${month}[\\s,-]*${year}\\b`, "gi"),
  // 2014-05-08
  /\b(?<year>\d{4})-(?<number>\d{1,2})-(?<day>\d{1,2})\b/g,
  // 5/8/14, month first as in the United States, and 29/3/18, day first
  new RegExp(`\\b(?<number>\\d{1,2})[/.-](?<day>\\d{1,2})[/.-]${year}\\b`, "g"),
  new RegExp(`\\b(?<day>\\d{1,2})[/.-](?<number>\\d{1,2})[/.-]${year}\\b`, "g"),
]

/** Every date that a text states in full, as ISO dates; a year of two digits is from 1950 to 2049. */
export function datesIn(text: string): ReadonlySet<string> {
  const dates = new Set<string>()
  for (const pattern of patterns) {
    for (const { groups } of text.matchAll(pattern)) {
      const parts = groups as Record<string, string | undefined>
      const number = parts.month
        ? months.indexOf(parts.month.slice(0, 3).toLowerCase()) + 1
        : Number(parts.number)
      const short = Number(parts.year)
      const full = (parts.year as string).length === 4 ? short : short < 50 ? 2000 + short : 1900 + short
      const date = Number(parts.day)
      if (number < 1 || number > 12 || date < 1 || date > 31) continue
      dates.add(`${full}-${String(number).padStart(2, "0")}-${String(date).padStart(2, "0")}`)
    }
  }
  return dates
}
