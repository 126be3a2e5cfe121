import { wordsOf } from "../../evidence/figures/number-words"

/**
 * What texts that differ in writing alone have in common: case, punctuation, marks of layout and accents. "Net-30", "net 30"
 * and "NET 30." are one. Digits, and signs before and between them, stay.
 */
export function normalText(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}+/gu, "")
  const figures = plain.match(/[-\u2212]?\d+(?:[.,:/]\d+)*/g) ?? []
  return [...wordsOf(plain), "|", ...figures].join(" ")
}

/** The digits of a text, in order: values that differ in them never mean the same. */
export function digitsOf(text: string): string {
  return (text.normalize("NFKC").match(/\p{Nd}+/gu) ?? []).join(" ")
}
