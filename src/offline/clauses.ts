import type { Language } from "./languages"

/** How questions of a language go on: where they are cut, and words of a part that lean on the part before. */
interface Clauses {
  /** The word for "and" before a word that asks. */
  readonly joint: RegExp
  readonly pointsBack: RegExp
}

const english: Clauses = {
  joint:
    /,?\s{1,9}and\s{1,9}(?=(?:also\s{1,9})?(?:who|whom|whose|what|when|where|which|why|how|is|are|was|were|does|do|did|has|have|can|will|list|name|give|state|find|describe|compare)\s)/i,
  pointsBack: /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers)\b/i,
}

const byLanguage: Readonly<Record<Language, Clauses>> = {
  en: english,
  de: {
    joint:
      /,?\s{1,9}und\s{1,9}(?=(?:wer|wen|wem|wessen|was|wann|wo|welche[mnrs]?|warum|wie|ist|sind|hat|nenne|liste|gib)\s)/i,
    pointsBack:
      /(?<!\p{L})(?:er|sie|es|ihn|ihr|ihre[mnrs]?|seine?[mnrs]?|dessen|deren|diese[mnrs]?)(?!\p{L})/iu,
  },
  fr: {
    joint:
      /,?\s{1,9}et\s{1,9}(?=(?:qui|que|quoi|quand|o\u00f9|quel(?:le)?s?|pourquoi|comment|combien|est|sont|\u00e0|cite|donne)[\s-])/i,
    pointsBack: /(?<!\p{L})(?:il|elle|ils|elles|lui|leur|leurs|son|sa|ses|celui-ci|celle-ci)(?!\p{L})/iu,
  },
  es: {
    joint:
      /,?\s{1,9}(?:y|e)\s{1,9}(?=\u00bf?(?:qui\u00e9n(?:es)?|qu\u00e9|cu\u00e1ndo|d\u00f3nde|cu\u00e1l(?:es)?|c\u00f3mo|cu\u00e1nt[oa]s?|por|son|tiene|indica|nombra)\s)/i,
    pointsBack: /(?<!\p{L})(?:\u00e9l|ella|ellos|ellas|su|sus|suyo|suya)(?!\p{L})/iu,
  },
  tr: {
    joint: /,?\s{1,9}ve\s{1,9}(?=(?:kim|ne|nerede|hangi|nas\u0131l|ka\u00e7|neden|ni\u00e7in)\p{L}{0,9}\s)/iu,
    pointsBack: /(?<!\p{L})(?:o|onu|onun|onlar|onlar\u0131n|bunun|bunu)(?!\p{L})/iu,
  },
  ar: {
    joint:
      /\u060c?\s{1,9}\u0648\s{0,9}(?=(?:\u0645\u0627|\u0645\u0627\u0630\u0627|\u0645\u0646|\u0645\u062a\u0649|\u0623\u064a\u0646|\u0643\u0645|\u0643\u064a\u0641|\u0644\u0645\u0627\u0630\u0627|\u0647\u0644)\s)/,
    pointsBack: /(?<!\p{L})(?:\u0647\u0648|\u0647\u064a|\u0647\u0645)(?!\p{L})/u,
  },
  zh: {
    // A comma parts two questions where both sides ask.
    joint:
      /(?<=(?:\u591a|\u4f55|\u8c01|\u4ec0\u4e48|\u54ea|\u51e0|\u662f\u5426|\u600e)[^\uff0c,]{0,20})[\uff0c,]\s?(?=[^\uff0c,\u3002]{0,40}(?:\u591a|\u4f55|\u8c01|\u4ec0\u4e48|\u54ea|\u51e0|\u662f\u5426|\u600e))/u,
    pointsBack: /[\u5b83\u4ed6\u5979\u5176]/u,
  },
}

export function clausesOf(language: Language): Clauses {
  return byLanguage[language]
}
