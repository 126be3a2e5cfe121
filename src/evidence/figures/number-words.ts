import { isUnspaced } from "../scripts"

/** From zero up; without words that mean something else in another language ("on", "once", "bin", "cent"). */
const lists: readonly string[] = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  "null ein zwei drei vier f\u00fcnf sechs sieben acht neun zehn elf zw\u00f6lf dreizehn vierzehn f\u00fcnfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  "z\u00e9ro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt",
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince diecis\u00e9is diecisiete dieciocho diecinueve veinte",
  "s\u0131f\u0131r bir iki \u00fc\u00e7 d\u00f6rt be\u015f alt\u0131 yedi sekiz dokuz - - - - - - - - - - yirmi",
  "- first second third fourth fifth sixth seventh eighth ninth tenth",
  "- eine - - - - - - - - - - - - - - - - - - -",
]
const tens =
  "thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 drei\u00dfig=30 vierzig=40 f\u00fcnfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100 tausend=1000 trente=30 quarante=40 cinquante=50 soixante=60 mille=1000 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 otuz=30 k\u0131rk=40 elli=50 altm\u0131\u015f=60 yetmi\u015f=70 seksen=80 doksan=90 y\u00fcz=100"
const values = new Map<string, number>([
  ...lists.flatMap((list) => list.split(" ").map((word, value) => [word, value] as const)),
  ...tens.split(" ").map((entry) => [entry.split("=")[0]!, Number(entry.split("=")[1])] as const),
])
const eastAsianDigits = "\u3007\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d"
const eastAsianPowers: ReadonlyMap<string, number> = new Map([
  ["\u5341", 10],
  ["\u767e", 100],
  ["\u5343", 1000],
])
const eastAsianNumber =
  /[\u3007\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343]{1,9}/g

/** Numbers that words of a text stand for, up to a thousand. */
export function* numbersInWords(words: readonly string[]): Generator<number, void> {
  let before = 0
  for (const word of words) {
    const value = values.get(word)
    if (value !== undefined) yield value
    // "twenty-four" is two words.
    if (value !== undefined && value < 10 && before >= 20 && before < 100) yield before + value
    before = value ?? 0
  }
}

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
