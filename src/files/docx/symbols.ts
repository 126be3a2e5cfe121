/** Signs of Word's Symbol font from 0x61, where its letters are Greek. */
const greek =
  "\u03b1\u03b2\u03c7\u03b4\u03b5\u03c6\u03b3\u03b7\u03b9\u03d5\u03ba\u03bb\u03bc\u03bd\u03bf\u03c0\u03b8\u03c1\u03c3\u03c4\u03c5\u03d6\u03c9\u03be\u03c8\u03b6"
const greekCapitals =
  "\u0391\u0392\u03a7\u0394\u0395\u03a6\u0393\u0397\u0399\u03d1\u039a\u039b\u039c\u039d\u039f\u03a0\u0398\u03a1\u03a3\u03a4\u03a5\u03c2\u03a9\u039e\u03a8\u0396"
const symbolSigns: { readonly [code: number]: string } = {
  0xa2: "\u2032",
  0xa3: "\u2264",
  0xa5: "\u221e",
  0xac: "\u2190",
  0xad: "\u2191",
  0xae: "\u2192",
  0xaf: "\u2193",
  0xb0: "\u00b0",
  0xb1: "\u00b1",
  0xb2: "\u2033",
  0xb3: "\u2265",
  0xb4: "\u00d7",
  0xb5: "\u221d",
  0xb6: "\u2202",
  0xb7: "\u2022",
  0xb8: "\u00f7",
  0xb9: "\u2260",
  0xba: "\u2261",
  0xbb: "\u2248",
  0xbc: "\u2026",
  0xc5: "\u2295",
  0xc7: "\u2229",
  0xc8: "\u222a",
  0xcc: "\u2282",
  0xce: "\u2208",
  0xd2: "\u00ae",
  0xd3: "\u00a9",
  0xd4: "\u2122",
  0xd5: "\u220f",
  0xd6: "\u221a",
  0xd7: "\u22c5",
  0xdb: "\u21d4",
  0xde: "\u21d2",
  0xe5: "\u2211",
  0xf2: "\u222b",
}

/** Signs of Wingdings that say something: ticks, boxes, circles, arrows, hands. */
const wingdings: { readonly [code: number]: string } = {
  0x28: "\u260e",
  0x2a: "\u2709",
  0x46: "\u261e",
  0x6c: "\u25cf",
  0x6d: "\u274d",
  0x6e: "\u25a0",
  0x6f: "\u25a1",
  0x70: "\u2610",
  0x71: "\u2751",
  0x72: "\u2752",
  0x76: "\u2756",
  0x78: "\u2612",
  0x9f: "\u2022",
  0xa7: "\u25aa",
  0xa8: "\u2610",
  0xd8: "\u27a2",
  0xdf: "\u2190",
  0xe0: "\u2192",
  0xe1: "\u2191",
  0xe2: "\u2193",
  0xe8: "\u2794",
  0xfb: "\u2717",
  0xfc: "\u2713",
  0xfd: "\u2612",
  0xfe: "\u2611",
}
const wingdings2: { readonly [code: number]: string } = {
  0x4f: "\u2717",
  0x50: "\u2713",
  0x51: "\u2612",
  0x52: "\u2611",
  0xa3: "\u2610",
}

/** A code of a font that draws signs, as the character that looks like it; undefined where the sign is not known. */
export function symbolCharacter(font: string, code: number): string | undefined {
  // Word moves the codes of such fonts to U+F000 and up.
  const own = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  if (/^wingdings 2/i.test(font)) return wingdings2[own]
  if (/^wingdings/i.test(font)) return wingdings[own]
  if (!/^symbol/i.test(font)) return own === code ? String.fromCodePoint(code) : undefined
  if (own >= 0x61 && own <= 0x7a) return greek[own - 0x61]
  if (own >= 0x41 && own <= 0x5a) return greekCapitals[own - 0x41]
  return symbolSigns[own] ?? (own >= 0x20 && own < 0x7f ? String.fromCharCode(own) : undefined)
}
