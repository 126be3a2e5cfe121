/** Signs of Word's Symbol font from 0x61, where its letters are Greek. */
const greek =
  "\u03b1\u03b2\u03c7\u03b4\u03b5\u03c6\u03b3\u03b7\u03b9\u03d5\u03ba\u03bb\u03bc\u03bd\u03bf\u03c0\u03b8\u03c1\u03c3\u03c4\u03c5\u03d6\u03c9\u03be\u03c8\u03b6"
const greekCapitals =
  "\u0391\u0392\u03a7\u0394\u0395\u03a6\u0393\u0397\u0399\u03d1\u039a\u039b\u039c\u039d\u039f\u03a0\u0398\u03a1\u03a3\u03a4\u03a5\u03c2\u03a9\u039e\u03a8\u0396"
const symbolSigns: { readonly [code: number]: string } = {
  162: "\u2032",
  163: "\u2264",
  165: "\u221e",
  172: "\u2190",
  173: "\u2191",
  174: "\u2192",
  175: "\u2193",
  176: "\u00b0",
  177: "\u00b1",
  178: "\u2033",
  179: "\u2265",
  180: "\u00d7",
  181: "\u221d",
  182: "\u2202",
  183: "\u2022",
  184: "\u00f7",
  185: "\u2260",
  186: "\u2261",
  187: "\u2248",
  188: "\u2026",
  197: "\u2295",
  199: "\u2229",
  200: "\u222a",
  204: "\u2282",
  206: "\u2208",
  210: "\u00ae",
  211: "\u00a9",
  212: "\u2122",
  213: "\u220f",
  214: "\u221a",
  215: "\u22c5",
  219: "\u21d4",
  222: "\u21d2",
  229: "\u2211",
  242: "\u222b",
}

/** Signs of Wingdings that say something: ticks, boxes, circles, arrows, hands. */
const wingdings: { readonly [code: number]: string } = {
  40: "\u260e",
  42: "\u2709",
  70: "\u261e",
  108: "\u25cf",
  109: "\u274d",
  110: "\u25a0",
  111: "\u25a1",
  112: "\u2610",
  113: "\u2751",
  114: "\u2752",
  118: "\u2756",
  120: "\u2612",
  159: "\u2022",
  167: "\u25aa",
  168: "\u2610",
  216: "\u27a2",
  223: "\u2190",
  224: "\u2192",
  225: "\u2191",
  226: "\u2193",
  232: "\u2794",
  251: "\u2717",
  252: "\u2713",
  253: "\u2612",
  254: "\u2611",
}
const wingdings2: { readonly [code: number]: string } = {
  79: "\u2717",
  80: "\u2713",
  81: "\u2612",
  82: "\u2611",
  163: "\u2610",
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
