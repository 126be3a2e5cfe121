import { describe, expect, it } from "vitest"
import { createQuoteLocator, locateQuote } from "../../src/evidence/quotes/locate-quote"

/** Quotes as models give them: what it is, the quote, the text, and the slice that it stands for. */
const plausible: readonly (readonly [string, string, string, string])[] = [
  [
    "emphasis left out",
    "The fee is 30 euros",
    "The **fee** is **30 euros** a month.",
    "The **fee** is **30 euros",
  ],
  ["emphasis put in", "The **fee** is _30 euros_", "The fee is 30 euros a month.", "The fee is 30 euros"],
  ["code marks left out", "Set the limit to 5", "Set the `limit` to 5.", "Set the `limit` to 5"],
  ["a fitted letter", "[T]he rent falls due", "So the rent falls due.", "the rent falls due"],
  [
    "a link without its address",
    "see the annex for details",
    "see [the annex](https://example.org/a) for details",
    "see [the annex](https://example.org/a) for details",
  ],
  [
    "list marks left out",
    "The tenant pays: rent, water",
    "The tenant pays:\n\n- rent,\n- water",
    "The tenant pays:\n\n- rent,\n- water",
  ],
  [
    "list marks on one line",
    "The tenant pays: - rent, - water",
    "The tenant pays:\n\n- rent,\n- water",
    "The tenant pays:\n\n- rent,\n- water",
  ],
  ["quote marks left out", "line one line two", "> line one\n> line two", "line one\n> line two"],
  ["a heading's mark left out", "Term The lease runs", "## Term\n\nThe lease runs", "Term\n\nThe lease runs"],
  ["a row without bars", "Fee 30 euros monthly", "| Fee | 30 euros | monthly |", "Fee | 30 euros | monthly"],
  [
    "rows without bars and rule",
    "Name Fee Acme 30",
    "| Name | Fee |\n|---|---:|\n| Acme | 30 |",
    "Name | Fee |\n|---|---:|\n| Acme | 30",
  ],
  [
    "an ellipsis in the middle",
    "The tenant \u2026 shall pay 30 euros",
    "The tenant of the house, in time, shall pay 30 euros.",
    "The tenant of the house, in time, shall pay 30 euros",
  ],
  [
    "a bracketed omission",
    "The tenant [...] shall pay",
    "The tenant of the house shall pay.",
    "The tenant of the house shall pay",
  ],
  ["a passage's name in front", "P3: The fee is 30 euros", "The  fee is 30 euros.", "The  fee is 30 euros"],
  [
    "a passage's name in brackets behind",
    'The fee is 30 euros." (P3)',
    "The fee is 30 euros.",
    "The fee is 30 euros.",
  ],
  [
    "a passage's tag around it",
    "<passage 1a2b3c4d P3>The fee is 30 euros</passage 1a2b3c4d>",
    "The fee is 30 euros.",
    "The fee is 30 euros",
  ],
  ["entities in the text", "Smith & Sons' fee", "Smith &amp; Sons&#39; fee", "Smith &amp; Sons&#39; fee"],
  ["entities in the quote", "Smith &amp; Sons &lt;fee&gt;", "Smith & Sons <fee>", "Smith & Sons <fee>"],
  ["an escaped line break", "line one\\nline two", "line one\nline two", "line one\nline two"],
  ["escaped quotation marks", 'the \\"Company\\" pays', 'the "Company" pays', 'the "Company" pays'],
  [
    "escaped characters by number",
    "soci\\u00e9t\\u00e9 paie",
    "la soci\u00e9t\u00e9 paie",
    "soci\u00e9t\u00e9 paie",
  ],
  [
    "French quotation marks with their spaces",
    'la "soci\u00e9t\u00e9" paie',
    "Ici la \u00ab\u00a0soci\u00e9t\u00e9\u00a0\u00bb paie.",
    "la \u00ab\u00a0soci\u00e9t\u00e9\u00a0\u00bb paie",
  ],
  ["a French space before a colon", "Prix: 30 euros", "Le Prix\u00a0: 30 euros.", "Prix\u00a0: 30 euros"],
  [
    "a space before a unit's sign",
    "30% ou 40\u20ac",
    "soit 30\u202f% ou 40 \u20ac",
    "30\u202f% ou 40 \u20ac",
  ],
  [
    "corner brackets",
    '"\u5408\u540c"\u751f\u6548',
    "\u672c\u300c\u5408\u540c\u300d\u751f\u6548\u3002",
    "\u5408\u540c\u300d\u751f\u6548",
  ],
  [
    "spaces between Chinese and numbers",
    "\u57282020\u5e74\u751f\u6548",
    "\u5408\u540c\u5728 2020 \u5e74\u751f\u6548\u3002",
    "\u5728 2020 \u5e74\u751f\u6548",
  ],
  [
    "Arabic vowel marks",
    "\u0627\u0644\u0639\u0642\u062f \u0633\u0627\u0631\u064a",
    "\u0625\u0646 \u0627\u0644\u0639\u064e\u0642\u0652\u062f\u064f \u0633\u064e\u0627\u0631\u064a \u0627\u0644\u064a\u0648\u0645",
    "\u0627\u0644\u0639\u064e\u0642\u0652\u062f\u064f \u0633\u064e\u0627\u0631\u064a",
  ],
  [
    "Arabic digits and comma",
    "30 \u064a\u0648\u0645\u0627, \u062b\u0645",
    "\u0663\u0660 \u064a\u0648\u0645\u0627\u060c \u062b\u0645",
    "\u0663\u0660 \u064a\u0648\u0645\u0627\u060c \u062b\u0645",
  ],
  [
    "a page break",
    "The tenant shall pay the rent",
    "The tenant shall\n\nLease Agreement\nPage 3 of 12\n\nACME Holdings Inc\n\npay the rent",
    "The tenant shall\n\nLease Agreement\nPage 3 of 12\n\nACME Holdings Inc\n\npay the rent",
  ],
  [
    "a page break with a form feed",
    "The tenant shall pay the rent",
    "acme lease\nOne.\n12\n\facme lease\nThe tenant shall\n13\n\facme lease\npay the rent",
    "The tenant shall\n13\n\facme lease\npay the rent",
  ],
]

describe("quotes as models give them", () => {
  it.each(plausible)("%s", (_, quote, text, expected) => {
    const span = locateQuote(quote, text)
    expect(span && text.slice(span.start, span.end)).toBe(expected)
    expect(createQuoteLocator(text, { wholeWordsOnly: true })(quote)).toEqual(span)
  })

  it("no changed word, number or order is located: 3,000 of them", () => {
    const texts = plausible.map(([, , text]) => text)
    const contracts = Array.from(
      { length: 40 },
      (_, at) =>
        `## ${at + 1}. Payment\n\nThe **buyer** of lot ${at * 17 + 3} pays ${at * 31 + 11} euros within ${at + 5} days of delivery; the seller \u201cActon ${at}\u201d bears the costs of transport.\n\n| Item | Price |\n|---|---|\n| Steel | ${at * 7 + 2} |\n| Copper | ${at * 9 + 4} |\n\n- A notice is sent by post,\n- and no later than 1${at}:30.\n\nPage ${at + 1} of 40\n\nLe prix : ${at * 3 + 1} euros. \u672c\u5408\u540c\u5728 ${2000 + at} \u5e74\u751f\u6548\u3002`,
    )
    const all = [...texts, ...contracts]
    const vocabulary = [
      "seller",
      "never",
      "45",
      "7",
      "shall",
      "Copper",
      "weeks",
      "pays",
      "\u5931\u6548",
      "1999",
      "buyer",
      "not",
    ]
    let tried = 0
    let wrong = 0
    for (let round = 0; tried < 3_000; round += 1) {
      const text = all[round % all.length]!
      const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
      const at = (round * 7) % Math.max(1, words.length - 8)
      const quote = words.slice(at, at + 8)
      const place = (round * 3) % quote.length
      const word = vocabulary[round % vocabulary.length]!
      const changed = [...quote.slice(0, place), word, ...quote.slice(place + (round % 2))]
      const bare = (list: readonly string[]) =>
        list
          .join("")
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]/gu, "")
      if (quote.length < 4 || bare(words).includes(bare(changed))) continue
      tried += 1
      if (locateQuote(changed.join(" "), text) !== undefined) wrong += 1
    }
    expect(wrong).toBe(0)
  })

  it("text of another document is not located", () => {
    // Quotes that leave something out fit every text that says both sides.
    for (const [, quote, own] of plausible.filter(([title]) => !/ellipsis|omission/.test(title))) {
      for (const [, , text] of plausible) {
        const bare = (value: string) => value.normalize("NFC").replace(/[^\p{L}\p{N}]/gu, "")
        if (
          text === own ||
          bare(text).includes(bare(own).slice(0, 12)) ||
          bare(own).includes(bare(text).slice(0, 12))
        )
          continue
        const span = locateQuote(quote, text)
        if (span !== undefined) expect(text.slice(span.start, span.end), `${quote} in ${text}`).toBe(quote)
      }
    }
  })
})
