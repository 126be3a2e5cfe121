const accented = /[\u00c0-\u024f\u1e00-\u1eff]/
const accent = /[\u0300-\u036f]/g
const arabic = /[\u0620-\u064a]/
const arabicMarks = /[\u0640\u064b-\u065f\u0670]/g
const alefs = /[\u0622\u0623\u0625]/g
/** The article with particles before it, "and", or a preposition before alef. */
const arabicPrefix =
  /^(?:\u0648?(?:\u0627\u0644|\u0628\u0627\u0644|\u0643\u0627\u0644|\u0641\u0627\u0644|\u0644\u0644)|\u0648)(?=.{3})|^[\u0628\u0644](?=\u0627.{4})/
const arabicEndings = [
  "\u0647\u0627",
  "\u0627\u0646",
  "\u0627\u062a",
  "\u0648\u0646",
  "\u064a\u0646",
  "\u064a\u0647",
  "\u0647",
  "\u064a",
]

/** A word without what people leave out when they ask: accents of Latin letters, marks and particles of Arabic. */
export function plainForm(word: string): string {
  if (arabic.test(word)) return arabicStem(word)
  if (!accented.test(word)) return word
  return word.normalize("NFD").replace(accent, "").replaceAll("\u00df", "ss").replaceAll("\u0131", "i")
}

/** Without vowel marks, article, particles and one ending, with one form of alef (light stemming, Larkey 2007). */
function arabicStem(word: string): string {
  const bare = word.replace(arabicMarks, "").replace(alefs, "\u0627")
  const spelled = bare.endsWith("\u0629")
    ? `${bare.slice(0, -1)}\u0647`
    : bare.endsWith("\u0649")
      ? `${bare.slice(0, -1)}\u064a`
      : bare
  const form = spelled.slice(arabicPrefix.exec(spelled)?.[0].length ?? 0)
  const ending = arabicEndings.find((last) => form.endsWith(last) && form.length >= last.length + 3) ?? ""
  return form.slice(0, form.length - ending.length)
}
