import type { NumberFormatter } from "./peer"

/** A number, or a text that a format puts something around, as its sheet shows it. */
export type NumberText = (value: number | string, format: string | number | undefined) => string

/** Days from the first day of workbooks that count from 1900 to that of those that count from 1904. */
const daysTo1904 = 1462

/**
 * Formats by their number where no file writes them out (ECMA-376 part 1, 18.8.30). Dates that follow the reader's
 * country are year-month-day here.
 */
const builtIn: { readonly [id: number]: string } = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: '"$"#,##0_);\\("$"#,##0\\)',
  6: '"$"#,##0_);[Red]\\("$"#,##0\\)',
  7: '"$"#,##0.00_);\\("$"#,##0.00\\)',
  8: '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)',
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0_);(#,##0)",
  38: "#,##0_);[Red](#,##0)",
  39: "#,##0.00_);(#,##0.00)",
  40: "#,##0.00_);[Red](#,##0.00)",
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
}

const elapsed = /\[(?:h+|m+|s+)\]/i

/** @param is1904 whether the workbook counts its days from 1904 */
export function numberText({ format, isDateFormat }: NumberFormatter, is1904: boolean): NumberText {
  const dateFormats = new Map<string, boolean>()
  return (value, given) => {
    if (typeof value === "string")
      return typeof given === "string" && given.includes("@") && given !== "@"
        ? formatted(given, value)
        : value
    const pattern = typeof given === "number" ? patternOf(given, value) : given
    if (pattern === undefined || /^(?:general|@|)$/i.test(pattern)) return plainNumber(value)
    let isDate = dateFormats.get(pattern)
    if (isDate === undefined) {
      isDate = isDateFormat(pattern)
      dateFormats.set(pattern, isDate)
    }
    // Hours or minutes that have passed are no time of a day.
    if (!isDate || elapsed.test(pattern)) return formatted(pattern, value)
    return value < 0 ? plainNumber(value) : formatted(pattern, is1904 ? value + daysTo1904 : value, value)
  }

  function formatted(pattern: string, shown: number | string, value = shown): string {
    try {
      return format(pattern, shown, { throws: true }).trim()
    } catch {
      return typeof value === "string" ? value : plainNumber(value)
    }
  }
}

/**
 * Formats 27 to 36 and 50 to 58 are dates or times in each of the East Asian languages, but not the same ones, and a
 * file does not say which language it is in.
 */
function patternOf(id: number, value: number): string | undefined {
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) {
    if (Number.isInteger(value)) return "yyyy-mm-dd"
    return value < 1 ? "h:mm:ss" : "yyyy-mm-dd h:mm:ss"
  }
  return builtIn[id]
}

/** A spreadsheet holds 15 digits; what follows is noise of the binary form. */
const plainNumber = (value: number): string => String(Number(value.toPrecision(15)))
