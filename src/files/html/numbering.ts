import { letterNumber, romanNumber } from "../kit/ordinals"

/** Ways of numbering by what style sheets call them. */
const ways: { readonly [name: string]: (number: number) => string } = {
  decimal: String,
  "decimal-leading-zero": (number) => String(number).padStart(2, "0"),
  "lower-alpha": letterNumber,
  "lower-latin": letterNumber,
  "upper-alpha": (number) => letterNumber(number).toUpperCase(),
  "upper-latin": (number) => letterNumber(number).toUpperCase(),
  "lower-roman": romanNumber,
  "upper-roman": (number) => romanNumber(number).toUpperCase(),
}

export const isNumbering = (name: string): boolean => Object.hasOwn(ways, name)

/** Digits for a way that is not known. */
export const numberBy = (name: string, number: number): string => (ways[name] ?? String)(number)

/** The same by the values of an `ol`'s `type`. */
export const numberingTypes: { readonly [type: string]: string } = {
  a: "lower-alpha",
  A: "upper-alpha",
  i: "lower-roman",
  I: "upper-roman",
}
