const romanFigures: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
]

/** 1 as `i`, 4 as `iv`; what the Romans could not write in figures stays decimal. */
export function romanNumber(number: number): string {
  if (!Number.isInteger(number) || number < 1 || number > 3999) return String(number)
  let left = number
  let text = ""
  for (const [value, figure] of romanFigures) {
    while (left >= value) {
      text += figure
      left -= value
    }
  }
  return text
}

/** 1 as `a`, 26 as `z`, 27 as `aa`. */
export function letterNumber(number: number): string {
  if (!Number.isInteger(number) || number < 1) return String(number)
  let text = ""
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(97 + ((left - 1) % 26)) + text
  }
  return text
}
