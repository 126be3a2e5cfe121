import { termsOf } from "../retrieval/terms"
import { functionTermsOf, languageOf } from "./languages"

/** Japanese particles and endings, and the Chinese words that ask or join. */
const grammar =
  /[\p{Script=Hiragana}\u4ec0\u9ebc\u4e48\u54ea\u8ab0\u8c01\u7684\u4e86\u5417\u55ce\u5462\u600e\u662f\u591a\u5c11\u4f55\u51e0\u5e7e\u5982\u5426\u8acb\u8bf7\u95ee\u554f\u70ba\u4e3a\u548c\u4e0e\u8207\u53ca\u5728\u5176\u4e4b\u5427\u4e45\u957f\u9577\u9ad8\u9700\u8981]/u

/** What a text has to speak of to answer the question: its distinct terms without function words, if any are left. */
export function questionTerms(question: string): readonly string[] {
  const all = [...new Set(termsOf(question))]
  const uninformative = functionTermsOf(languageOf(question))
  const informative = all.filter((term) => !uninformative.has(term) && !grammar.test(term))
  return informative.length > 0 ? informative : all
}
