import type { Language } from "./languages"

/** What the answer says of its own, in the language of the question. */
export interface Phrases {
  answered(count: number, of: number): string
  omitted(count: number, titles: string): string
  notFound(count: number, titles: string): string
  notRead(count: number, titles: string): string
  more(count: number): string
}

const documents = (count: number): string => `${count} document${count === 1 ? "" : "s"}`
const dokumenten = (count: number): string => `${count} Dokument${count === 1 ? "" : "en"}`
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`

const byLanguage: Readonly<Record<Language, Phrases>> = {
  en: {
    answered: (count, of) => `${count} of ${documents(of)} answer${count === 1 ? "s" : ""} this.`,
    omitted: (count, titles) =>
      `Left out here: ${documents(count)} that answer${count === 1 ? "s" : ""} it too: ${titles}.`,
    notFound: (count, titles) => `Not found in ${documents(count)}: ${titles}.`,
    notRead: (count, titles) => `Not read: ${documents(count)}: ${titles}.`,
    more: (count) => `and ${count} more`,
  },
  de: {
    answered: (count, of) =>
      `${count} von ${dokumenten(of)} ${count === 1 ? "beantwortet" : "beantworten"} dies.`,
    omitted: (count, titles) => `Hier ausgelassen, auch mit einer Antwort (${count}): ${titles}.`,
    notFound: (count, titles) => `Nicht gefunden in ${dokumenten(count)}: ${titles}.`,
    notRead: (count, titles) => `Nicht gelesen (${count}): ${titles}.`,
    more: (count) => `und ${count} weitere`,
  },
  fr: {
    answered: (count, of) => `${count} sur ${plural(of, "document")} y répond${count === 1 ? "" : "ent"}.`,
    omitted: (count, titles) => `Non repris ici, avec une réponse aussi (${count}) : ${titles}.`,
    notFound: (count, titles) => `Non trouvé dans ${plural(count, "document")} : ${titles}.`,
    notRead: (count, titles) => `Non lu (${count}) : ${titles}.`,
    more: (count) => `et ${count} de plus`,
  },
  es: {
    answered: (count, of) =>
      `${count} de ${plural(of, "documento")} ${count === 1 ? "responde" : "responden"} a esto.`,
    omitted: (count, titles) => `Omitidos aquí, también con respuesta (${count}): ${titles}.`,
    notFound: (count, titles) => `No encontrado en ${plural(count, "documento")}: ${titles}.`,
    notRead: (count, titles) => `No leído (${count}): ${titles}.`,
    more: (count) => `y ${count} más`,
  },
  tr: {
    answered: (count, of) => `${of} belgeden ${count} tanesi bunu yanıtlıyor.`,
    omitted: (count, titles) => `Burada yer verilmeyen, yine yanıt içeren ${count} belge: ${titles}.`,
    notFound: (count, titles) => `${count} belgede bulunamadı: ${titles}.`,
    notRead: (count, titles) => `Okunmayan ${count} belge: ${titles}.`,
    more: (count) => `ve ${count} tane daha`,
  },
  ar: {
    answered: (count, of) => `${count} من ${of} من الوثائق تجيب عن هذا.`,
    omitted: (count, titles) => `لم تُعرض هنا وفيها جواب أيضًا (${count}): ${titles}.`,
    notFound: (count, titles) => `لم يوجد في ${count} من الوثائق: ${titles}.`,
    notRead: (count, titles) => `لم تُقرأ (${count}): ${titles}.`,
    more: (count) => `و${count} أخرى`,
  },
  zh: {
    answered: (count, of) => `${of} 份文件中有 ${count} 份回答了这个问题。`,
    omitted: (count, titles) => `此处略去另有回答的 ${count} 份文件：${titles}。`,
    notFound: (count, titles) => `在 ${count} 份文件中未找到：${titles}。`,
    notRead: (count, titles) => `未读的 ${count} 份文件：${titles}。`,
    more: (count) => `及另外 ${count} 份`,
  },
}

export function phrasesOf(language: Language): Phrases {
  return byLanguage[language]
}
