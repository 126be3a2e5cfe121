import { isUnspaced } from "../quotes/scripts"

/** From zero up; without words that mean something else in another language ("on", "once", "bin", "cent"). */
const lists: readonly string[] = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  "null ein zwei drei vier f\u00fcnf sechs sieben acht neun zehn elf zw\u00f6lf dreizehn vierzehn f\u00fcnfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  "z\u00e9ro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt",
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince diecis\u00e9is diecisiete dieciocho diecinueve veinte",
  "s\u0131f\u0131r bir iki \u00fc\u00e7 d\u00f6rt be\u015f alt\u0131 yedi sekiz dokuz - - - - - - - - - - yirmi",
  "- first second third fourth fifth sixth seventh eighth ninth tenth",
  "- eine",
  "- eins",
]
const tens =
  "thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 drei\u00dfig=30 vierzig=40 f\u00fcnfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 trente=30 quarante=40 cinquante=50 soixante=60 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 otuz=30 k\u0131rk=40 elli=50 altm\u0131\u015f=60 yetmi\u015f=70 seksen=80 doksan=90 vingts=20"
const hundreds = "hundred hundert cien y\u00fcz"
const thousands =
  "thousand=1e3 tausend=1e3 mille=1e3 million=1e6 millions=1e6 millionen=1e6 mill\u00f3n=1e6 millones=1e6 milyon=1e6 billion=1e9 billions=1e9 milliard=1e9 milliards=1e9 milliarde=1e9 milliarden=1e9 milyar=1e9 trillion=1e12 trillions=1e12"

/** What a word says of a number: a number below a hundred, or what multiplies the number before it. */
interface NumberWord {
  readonly kind: "number" | "hundred" | "scale"
  readonly value: number
}

const entriesOf = (list: string, kind: NumberWord["kind"]) =>
  list.split(" ").map((entry) => {
    const [word = "", value] = entry.split("=")
    return [word, { kind, value: Number(value) }] as const
  })
const numberWords = new Map<string, NumberWord>([
  ...lists.flatMap((list) =>
    list.split(" ").map((word, value) => [word, { kind: "number", value }] as const),
  ),
  ...entriesOf(tens, "number"),
  ...hundreds.split(" ").map((word) => [word, { kind: "hundred", value: 100 }] as const),
  ...entriesOf(thousands, "scale"),
])

export function numberWord(word: string): NumberWord | undefined {
  return numberWords.get(word)
}

const compound = /und|hundert|tausend/
const longestCompound = 60
const compoundPart = new RegExp(
  [...numberWords.keys(), "und"]
    .filter((word) => word.length > 1)
    .sort((a, b) => b.length - a.length)
    .join("|"),
  "uy",
)

/**
 * The words of a number that German writes as one, in the order of other languages: "zwei hundert zwanzig f\u00fcnf". Another
 * word is its own only part.
 */
export function partsOfCompound(word: string): readonly string[] {
  if (word.length > longestCompound || !compound.test(word) || numberWords.has(word)) return [word]
  const parts: string[] = []
  compoundPart.lastIndex = 0
  for (let at = 0; at < word.length; at = compoundPart.lastIndex) {
    const part = compoundPart.exec(word)?.[0]
    if (part === undefined) return [word]
    // "Und" stands between ones and tens, "f\u00fcnfundzwanzig", and elsewhere says nothing.
    const ones = parts.at(-2)
    if (parts.at(-1) === "und" && ones !== undefined && (numberWords.get(ones)?.value ?? 0) < 10)
      parts.splice(-2, 2, part, ones)
    else parts.push(part)
  }
  return parts
}

const eastAsianDigits = "\u3007\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d"
const eastAsianPowers: ReadonlyMap<string, number> = new Map([
  ["\u5341", 10],
  ["\u767e", 100],
  ["\u5343", 1000],
])
const eastAsianNumber =
  /[\u3007\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343]{1,9}/g

export function* eastAsianNumbersOf(text: string): Generator<number, void> {
  for (const [written] of text.matchAll(eastAsianNumber)) {
    let sum = 0
    let digit = 0
    for (const character of written) {
      const power = eastAsianPowers.get(character)
      if (power === undefined) digit = eastAsianDigits.indexOf(character)
      else {
        sum += (digit || 1) * power
        digit = 0
      }
    }
    yield sum + digit
  }
}

/** The words of a text in lower case; characters of scripts without spaces are words each. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  for (const [word] of text
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    let at = 0
    for (let to = 0; to < word.length; ) {
      const character = String.fromCodePoint(word.codePointAt(to)!)
      if (isUnspaced(character.codePointAt(0)!)) {
        if (to > at) words.push(word.slice(at, to))
        words.push(character)
        at = to + character.length
      }
      to += character.length
    }
    if (at < word.length) words.push(word.slice(at))
  }
  return words
}
