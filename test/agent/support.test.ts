import fc from "fast-check"
import { spdRag } from "spd-rag"
import { fakeLLM, foundReply, planReply, promptOf, stageOf } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { supportOf, withTerms } from "../../src/agent/support"
import { runSteps } from "../../src/runtime/yield"

const TEXT =
  "This agreement is made on 3 May 2011 by Acme, a Delaware corporation. The buyer pays within 30 days. " +
  "This agreement is governed by the laws of Ireland."

async function findingsOf(task: string, answer: string, quotes: readonly string[]) {
  const llm = fakeLLM((request) => {
    const stage = stageOf(request)
    if (stage === "coordinator") return planReply([task])
    return stage === "agent" ? foundReply({ answer, quotes }) : "Written [E1]."
  })
  const rag = spdRag({ llm })
  await rag.add([{ id: "a", text: TEXT }])
  const { documents, warnings, citations } = await rag.ask("What?")
  const [outcome] = documents
  const written = llm.calls.filter((call) => stageOf(call) === "synthesis").map(promptOf)
  return {
    warnings,
    citations,
    written,
    answer: "findings" in outcome! ? outcome.findings.answers[0]! : undefined,
  }
}

describe("evidence of an answer", () => {
  it.each<[string, string, string, readonly string[]]>([
    ["a figure in the quote", "State the payment term.", "30 days", ["The buyer pays within 30 days."]],
    ["a date in another form", "State the date.", "2011-05-03", ["made on 3 May 2011 by Acme"]],
    [
      "a name in the quote",
      "Name the governing law.",
      "Laws of Ireland",
      ["governed by the laws of Ireland"],
    ],
    [
      "words alone, as no figure or name can be looked up",
      "Who pays?",
      "the purchasing side",
      ["The buyer pays within 30 days."],
    ],
  ])("is its own quote: %s", async (_, task, answer, quotes) => {
    const { answer: read } = await findingsOf(task, answer, quotes)
    expect(read).toMatchObject({ found: true, answer })
    expect(read?.quotes.map(({ foundByLibrary }) => foundByLibrary)).toEqual([undefined])
  })

  it.each<[string, string, string, readonly string[], string]>([
    ["no quote", "State the payment term in days.", "30 days", [], "The buyer pays within 30 days."],
    [
      "a quote that is not there",
      "Within how many days does the buyer pay?",
      "30 days",
      ["due in 30 days"],
      "The buyer pays within 30 days.",
    ],
    [
      "a quote that does not say it",
      "Name the law that governs.",
      "State of Ireland",
      ["The buyer pays within 30 days."],
      "This agreement is governed by the laws of Ireland.",
    ],
  ])(
    "is the sentence that says it, marked as found by the library: %s",
    async (_, task, answer, quotes, sentence) => {
      const { answer: read } = await findingsOf(task, answer, quotes)
      expect(read).toMatchObject({ found: true, answer })
      expect(read?.quotes).toMatchObject([{ foundByLibrary: true }])
      const { text = "", start, end } = read?.quotes[0] ?? {}
      expect(text).toContain(sentence)
      expect(TEXT.slice(start, end)).toBe(text)
    },
  )

  it("is shown to the writer where the agent quoted it, and cited in any case", async () => {
    const quote = "The buyer pays within 30 days."
    for (const quotes of [[quote], []]) {
      const { written, citations } = await findingsOf("State the payment term in days.", "30 days", quotes)
      expect(written[0]?.includes(`"${quote}"`)).toBe(quotes.length > 0)
      expect(citations.map((citation) => citation.quote)).toEqual([expect.stringContaining(quote)])
    }
  })

  it.each([true, false])(
    "is there where the document has the words of the rules itself; quoted: %s",
    async (isQuoted) => {
      const sentence = "The buyer keeps the date or period it holds for."
      const llm = fakeLLM((request) => {
        const stage = stageOf(request)
        if (stage === "coordinator") return planReply(["What does the buyer keep?"])
        const quotes = isQuoted ? [sentence] : []
        return stage === "agent" ? foundReply({ answer: "the date or period it holds for", quotes }) : "[E1]"
      })
      const rag = spdRag({ llm })
      await rag.add([{ id: "a", text: `${TEXT} ${sentence}` }])
      const { citations } = await rag.ask("What?")
      expect(citations.map(({ quote }) => quote)).toEqual([sentence])
    },
  )

  it.each<[string, string, readonly string[]]>([
    ["a figure that nothing says", "99 days", ["The buyer pays within 30 days."]],
    ["names that nothing says", "State of New York", ["The buyer pays within 30 days."]],
    ["a name without any quote", "California", []],
    ["the rules given back", "the value with its unit or currency, the date or period it holds for", []],
    ["a remark given back", "It says the same over and over.", []],
    ["the name of a field", "answers", ["copied letter by letter"]],
    ["the task given back", "state the payment term of this agreement", ["The buyer pays within 30 days."]],
  ])("is missing: %s is kept apart, with a warning", async (_, answer, quotes) => {
    const { answer: read, warnings } = await findingsOf(
      "State the payment term of this agreement.",
      answer,
      quotes,
    )
    expect(read).toMatchObject({ found: false, answer: "", quotes: [], unsupported: answer })
    expect(warnings.find(({ code }) => code === "answers-unsupported")?.documentIds).toEqual(["a"])
  })

  it.each<[string, string, string, string]>([
    [
      "words that every sentence has are no evidence",
      "Name the law of this contract.",
      "Delaware",
      "nothing",
    ],
    ["a telling date needs no word of the task", "When was it signed?", "May 3, 2011", "on 3 May 2011"],
    ["a day as a scanner gives it", "When was it signed?", "May 14, 2015", "this 14t h day of May, 2015"],
    [
      "words are looked for where there is no quote",
      "Who pays the price within days?",
      "the buyer",
      "The buyer pays",
    ],
    ["words that stand nowhere prove nothing", "Who pays the price within days?", "the landlord", "quotes"],
    ["a letter is no answer", "Who pays the price within days?", "a", "nothing"],
    ["a small figure needs one", "Name the price.", "30 pounds", "nothing"],
    ["a task in another language has none", "Benenne das geltende Recht.", "Ireland", "laws of Ireland"],
  ])("is looked for with care: %s", (_, task, answer, expected) => {
    const text = `${TEXT} Done this 14t h day of May, 2015 by the parties of this agreement.`
    const sentences = text.split(". ").map((part) => withTerms({ text: part, start: 0, end: part.length }))
    const support = runSteps(supportOf(answer, task, [], () => sentences))
    expect(typeof support === "string" ? support : support.text).toContain(expected)
  })

  it("is only ever a sentence of what was shown", () => {
    const sentences = TEXT.split(". ").map((text) => withTerms({ text, start: 0, end: text.length }))
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.string()), (answer, task, quotes) => {
        const support = runSteps(supportOf(answer, task, quotes, () => sentences))
        if (typeof support === "object") expect(sentences).toContain(support)
      }),
    )
  })
})
