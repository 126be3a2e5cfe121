/** Units that stand for ASCII ones of the same meaning in numbers, one for one, so that places stay. */
const other =
  /[\uff05\uff0c-\uff0e\uff10-\uff19\u0660-\u066c\u06f0-\u06f9\u0966-\u096f\u2019\u00a0\u2009\u202f]/g
const bases = [0xff10, 0x660, 0x6f0, 0x966]

/** The text with ASCII digits, and with `'` where numbers have a separator that is nothing else. */
export function withPlainDigits(text: string): string {
  return text.replace(other, (character) => {
    const unit = character.charCodeAt(0)
    const base = bases.find((from) => unit >= from && unit < from + 10)
    if (base !== undefined) return String(unit - base)
    if (unit === 0x66a || unit === 0xff05) return "%"
    if (unit === 0x66b || unit === 0xff0e) return "."
    if (unit === 0xff0c) return ","
    return unit === 0xff0d ? "-" : "'"
  })
}
