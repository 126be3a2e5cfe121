import { romanNumber } from "../kit/ordinals"

/** How a number is written in a list, by the format's name (ECMA-376 part 1, 17.18.59); digits for one not known. */
export function ordinalText(value: number, format: string): string {
  switch (format) {
    case "none":
      return ""
    case "decimalZero":
      return String(value).padStart(2, "0")
    case "lowerLetter":
      return letters(value)
    case "upperLetter":
      return letters(value).toUpperCase()
    case "lowerRoman":
      return romanNumber(value)
    case "upperRoman":
      return romanNumber(value).toUpperCase()
    case "ordinal":
      return value + (/1\d$/.test(String(value)) ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th"))
    case "decimalEnclosedCircle":
    case "decimalEnclosedCircleChinese":
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value)
    case "decimalFullWidth":
      return String(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    case "numberInDash":
      return `- ${value} -`
    case "chineseCounting":
    case "chineseCountingThousand":
    case "taiwaneseCounting":
    case "taiwaneseCountingThousand":
    case "ideographDigital":
    case "japaneseCounting":
    case "koreanCounting":
      return ideographs(value)
    default:
      return String(value)
  }
}

/** a to z, then aa, bb: the same letter once more for each round. */
function letters(value: number): string {
  if (value < 1 || value > 780) return String(value)
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))
}

const digits = [..."\u3007\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d"]
const ten = "\u5341"

function ideographs(value: number): string {
  if (value < 0 || value > 99) return String(value)
  if (value < 10) return digits[value]!
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  return (tens === 1 ? "" : digits[tens]) + ten + (ones === 0 ? "" : digits[ones])
}
