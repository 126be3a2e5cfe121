import { termsOf } from "../retrieval/terms"

/** English function words, question words, and words about reading that a question has and an answer has not. */
const uninformative: ReadonlySet<string> = new Set(
  termsOf(
    `a about above after all also am an and any are as at be been before being below between both but by can could
    did do does doing down during each either every few for from further get had has have having he her here hers
    him his how i if in into is it its just may me might more most must my neither no nor not of off on once only
    or other our out over own per same shall she should so some such than that the their them then there these
    they this those through to too under until up upon us very was we were what when where whether which while
    who whom whose why will with within would you your
    answer describe discuss document documents explain find give list mention name question say says said show
    summarise summarize tell text`,
  ),
)
/** Japanese particles and endings, and the Chinese words that ask. */
const grammar = /[\p{Script=Hiragana}\u4ec0\u9ebc\u54ea\u8ab0\u8c01\u7684\u4e86\u5417\u55ce\u5462\u600e]/u

/** What a text has to speak of to answer the question: its distinct terms without function words, if any are left. */
export function questionTerms(question: string): readonly string[] {
  const all = [...new Set(termsOf(question))]
  const informative = all.filter((term) => !uninformative.has(term) && !grammar.test(term))
  return informative.length > 0 ? informative : all
}
