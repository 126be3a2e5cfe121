import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unsupportedFigures } from "../../src/evidence/figures/unsupported-figures"
import { runSteps } from "../../src/runtime/yield"

const missing = (answer: string, ...sources: readonly string[]) =>
  runSteps(unsupportedFigures(answer, sources)).map(({ kind, text }) => `${kind} ${text}`)

describe("unsupportedFigures", () => {
  it.each([
    ["thousands separators", "It is 1,234,567 euros.", "1.234.567 Euro"],
    ["spaces and apostrophes between thousands", "1 234 567 and 98'765", "1234567; 98\u202f765"],
    ["decimal commas", "Growth of 3.5 points", "3,50 Punkte"],
    ["a comma for thousands or decimals", "1,500 units", "1500 Einheiten"],
    ["both separators", "EUR 2,500.00", "2.500,00 EUR"],
    ["Indian grouping", "Rs 12,34,567", "1234567 rupees"],
    ["per cent", "12.5 %", "0.125 of all; 12.5 percent"],
    ["per cent of a share", "12%", "a share of 0.12"],
    ["scales", "3 million and 2.5bn", "3,000,000 and 2,500,000,000"],
    ["scales the other way", "It cost 4,200,000.", "4,2 Mio. Euro"],
    ["East Asian scales", "30000 yuan", "3\u4e07\u5143"],
    ["small numbers in words", "within 24 days, 2 copies", "within twenty-four days, two copies"],
    [
      "large numbers in words",
      "USD 5,000,000 and 250000",
      "five million dollars; two hundred and fifty thousand",
    ],
    [
      "numbers in words with their digits",
      "12 months, 2.5 million",
      "twelve (12) months, two (2) million five hundred thousand",
    ],
    [
      "large numbers in German",
      "125, 2.250.000 und 21",
      "hundertf\u00fcnfundzwanzig, zwei Millionen zweihundertf\u00fcnfzigtausend Euro, einundzwanzig",
    ],
    [
      "large numbers in French",
      "97, 3,200,000 et 21",
      "quatre-vingt-dix-sept, trois millions deux cent mille euros, vingt et un",
    ],
    ["a million that an article counts", "1,000,000", "a million"],
    ["numbers in Chinese", "30 days", "\u4e09\u5341\u5929\u5185"],
    ["other digits", "30 and 45", "\uff13\uff10 \u0664\u0665"],
    ["times", "at 14:30", "at 2:30 pm"],
    ["dates in words", "on March 4, 2021", "dated 2021-03-04"],
    ["dates in figures", "2021-03-04", "this 4th day of March, 2021"],
    ["dates with points", "4 March 2021", "am 4.3.2021"],
    [
      "German, French, Spanish, Turkish months",
      "1 May 2020, 2 August 2020, 3 June 2020, 4 July 2020",
      "1. Mai 2020, 2 ao\u00fbt 2020, 3 de junio de 2020, 4 Temmuz 2020",
    ],
    ["Chinese dates", "March 4, 2021", "2021\u5e743\u67084\u65e5"],
    ["the month of a date", "in March 2021", "on 4 March 2021"],
    ["a day and a year that stand apart", "4 March 2021", "In 2021 it was signed, on March 4."],
    ["citations and numbers of list lines", "1. One [1]\n2) Two [12]\n- 3. Three", "One Two Three"],
    ["words with digits", "Q3 of the B2B report", "nothing"],
    ["amounts behind a currency", "EUR30", "30 euros"],
    ["quoted names", 'The "Acme  Holding" and \u201cBeta\u201d', "Acme\nHolding, (the **Beta**)"],
    [
      "quoted names with something left out",
      '"The tenant \u2026 shall pay"',
      "The tenant of the house shall pay.",
    ],
    [
      "quoted names of East Asian text",
      "\u300c\u5317\u4eac\u516c\u53f8\u300d",
      "\u5728\u5317\u4eac\u516c\u53f8\u5de5\u4f5c",
    ],
    ["numbers that look like months' verbs", "It may 30 times", "30"],
  ])("finds %s", (_, answer, source) => {
    expect(missing(answer, source)).toEqual([])
  })

  it.each([
    ["another number", "It is 31 days.", "It is 30 days.", ["number 31"]],
    ["a digit more", "1,234,567", "123,456", ["number 1,234,567"]],
    ["another scale", "3 billion", "3,000,000", ["number 3"]],
    [
      "another scale in words",
      "5 billion, 5 and 1,000,000",
      "five million",
      ["number 5", "number 1,000,000"],
    ],
    [
      "what is multiplied in words",
      "2, 100 and 250",
      "two hundred and fifty thousand",
      ["number 2", "number 100", "number 250"],
    ],
    ["money that sounds like a hundred", "500", "five cents, six cents, in millions", ["number 500"]],
    ["another date", "4 March 2021", "4 April 2021, and on 5 March 2021", ["date 4 March 2021"]],
    ["another month", "March 2022", "4 March 2021", ["date March 2022"]],
    ["another fraction", "4.50 euros", "4.60 euros in 50 parts", ["number 4.50"]],
    ["another name", 'the "Acme Trust"', "Acme Holding, a trust", ["name Acme Trust"]],
    ["the amount behind a currency", "EUR31", "30 euros", ["number 31"]],
    ["each once, in order", '"Foo" 7, 8, "Foo", 7', "", ["name Foo", "number 7", "number 8"]],
  ])("names %s", (_, answer, source, expected) => {
    expect(missing(answer, source)).toEqual(expected)
  })

  it("finds all of what is copied from a source", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "1.234,50",
        "12 %",
        "3 million",
        "2021-03-04",
        "4 March 2021",
        '"Acme"',
        "1 234",
        "\u4e09\u5341",
        "5:30",
      ),
      fc.string(),
      fc.nat().map(String),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const text = pieces.join(" ")
        expect(missing(text, text)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  it("finds a number that is written in words, and none of its neighbours", () => {
    const ones =
      "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    const tens = "- - twenty thirty forty fifty sixty seventy eighty ninety"
    const below = (value: number): string => {
      if (value < 20) return ones.split(" ")[value]!
      if (value < 100)
        return `${tens.split(" ")[Math.floor(value / 10)]}${value % 10 ? `-${below(value % 10)}` : ""}`
      return `${below(Math.floor(value / 100))} hundred${value % 100 ? ` and ${below(value % 100)}` : ""}`
    }
    const inWords = (value: number): string => {
      const parts = [
        [1e9, "billion"],
        [1e6, "million"],
        [1e3, "thousand"],
      ] as const
      const scale = parts.find(([size]) => value >= size)
      if (scale === undefined) return below(value)
      const rest = value % scale[0]
      return `${below(Math.floor(value / scale[0]))} ${scale[1]}${rest ? ` ${inWords(rest)}` : ""}`
    }
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 2_000_000_000 }), (value) => {
        expect(missing(String(value), `It pays ${inWords(value)} euros.`)).toEqual([])
        expect(missing(String(value + 1), `It pays ${inWords(value)} euros.`)).toHaveLength(1)
      }),
    )
  })

  it("finds a number under every way to write it, and none of its neighbours", () => {
    const forms = [
      (value: number) => value.toLocaleString("en-US"),
      (value: number) => value.toLocaleString("de-DE"),
      (value: number) => value.toLocaleString("fr-FR"),
      (value: number) => value.toLocaleString("de-CH"),
      (value: number) => value.toLocaleString("en-IN"),
      (value: number) => `${value},00`,
      String,
    ]
    const form = fc.constantFrom(...forms)
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 2_000_000_000 }), form, form, (value, one, other) => {
        expect(missing(`EUR ${one(value)} paid`, `paid ${other(value)} EUR`)).toEqual([])
        expect(missing(`EUR ${one(value + 1)} paid`, `paid ${other(value)} EUR`)).toHaveLength(1)
      }),
    )
  })

  it("groups of a number are no numbers of their own", () => {
    expect(missing("EUR 1,78,18,43,018 paid", "paid 1,78,18,43,017 EUR")).toHaveLength(1)
    expect(missing("EUR 30,30,017 paid", "paid 30,17,030 EUR")).toHaveLength(1)
  })

  const said = fc.constantFrom(
    "1.234,50",
    "12 %",
    "3 million",
    "3",
    "twenty-five",
    "25",
    "2021",
    "March 2021",
    "4 March 2021",
    "2021-03-04",
    "on March 4",
    '"Acme Holding"',
    "Acme",
    "Holding",
    '"a \u2026 b"',
    "a b",
    "\u4e09\u5341",
    "30",
    "[7]",
  )
  const text = fc.array(said, { maxLength: 6 }).map((pieces) => pieces.join(" and "))

  it("says the same whether a source is needed or not", () => {
    // Nothing holds the first three, so that every source is read, and for all kinds.
    const nowhere = '"Zyxw" 1 January 1077, 98765432101'
    const needAll = missing(nowhere)
    expect(needAll).toHaveLength(3)
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), (answer, sources) => {
        const all = missing(`${nowhere} and ${answer}`, ...sources)
        expect(all.slice(0, 3)).toEqual(needAll)
        expect(missing(answer, ...sources)).toEqual(all.slice(3))
      }),
      { numRuns: 1_000 },
    )
  })

  it("reads sources only as far as the answer needs them, each once", () => {
    const readFor = (answer: string) => {
      const read: string[] = []
      function* sources() {
        for (const source of ["Twelve.", "On 4 March 2021, Acme paid.", "It paid 30.", "The end."]) {
          read.push(source)
          yield source
        }
      }
      runSteps(unsupportedFigures(answer, sources()))
      return read.length
    }
    expect(readFor("It says neither a figure nor a name [1].")).toBe(0)
    expect(readFor("It is 12.")).toBe(1)
    expect(readFor('"Acme" paid 12 in March 2021.')).toBe(2)
    expect(readFor('30 in March 2021, to "Acme"')).toBe(3)
    expect(readFor("31, and 12")).toBe(4)
  })
})
