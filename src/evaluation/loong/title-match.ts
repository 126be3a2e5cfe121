import type { Coordinator, DocumentAgent, SourceDocument, Synthesizer } from "../../contracts"
import { reportOf } from "../../evidence/findings-protocol"
import { joinSlices } from "../../evidence/slices"
import { normalizeText } from "../scoring/normalize"
import type { LoongInstance } from "./instance"

/**
 * The reader that only asks whether one paper's text holds another paper's title: the citations of a paper row as
 * the JSON that the row asks for. It needs no model, so its figures show whether loader and scorer are right.
 */
export function titleMatch(instance: LoongInstance, documents: readonly SourceDocument[]): string {
  const asked = normalizeText(instance.question)
  const papers = documents.map((document) => ({
    title: document.title ?? document.id,
    key: normalizeText(document.title ?? document.id),
    text: normalizeText(document.text),
  }))
  const own = papers.find(({ key }) => key === asked)
  const others = papers.filter((paper) => paper !== own)
  return JSON.stringify({
    Reference: others.filter(({ key }) => key !== "" && own?.text.includes(key)).map(({ title }) => title),
    Citation: others.filter(({ text }) => asked !== "" && text.includes(asked)).map(({ title }) => title),
  })
}

/**
 * The same reader as plugs for `spdRag`: every agent reads its own paper alone and knows the titles to look for.
 * Through the whole pipeline it must give the figures of `titleMatch`, or the pipeline has lost something.
 */
export function titleMatchStages(
  instance: LoongInstance,
  titles: readonly string[],
): { readonly coordinator: Coordinator; readonly agent: DocumentAgent; readonly synthesizer: Synthesizer } {
  const asked = normalizeText(instance.question)
  return {
    coordinator: {
      plan: async () => ({
        tasks: ["Which of the papers does this one mention?", "Does this paper mention the asked one?"],
        synthesisDirective: "Two lists of titles.",
      }),
    },
    agent: async ({ document, search, signal }) => {
      const text = normalizeText(joinSlices(await search.chunks({ signal })))
      const isAsked = normalizeText(document.title) === asked
      const others = titles.filter((title) => normalizeText(title) !== asked)
      const mentioned = isAsked ? others.filter((title) => text.includes(normalizeText(title))) : []
      const cites = !isAsked && text.includes(asked)
      const answers = [
        { task: 1, found: mentioned.length > 0, answer: mentioned.join("\n"), quotes: [] },
        { task: 2, found: cites, answer: cites ? document.title : "", quotes: [] },
      ]
      return {
        documentId: document.id,
        title: document.title,
        relevance: isAsked || cites ? 1 : 0,
        report: reportOf(answers),
        answers,
        searches: [],
        stopReason: "read-whole",
      }
    },
    synthesizer: async ({ findings }) => {
      const lines = (task: number) =>
        findings.flatMap(({ answers }) =>
          answers.flatMap((reply) => (reply.task === task && reply.found ? reply.answer.split("\n") : [])),
        )
      const text = JSON.stringify({ Reference: lines(1), Citation: lines(2) })
      const documentIds = findings.map(({ documentId }) => documentId)
      const children = documentIds.map((documentId) => ({ kind: "findings", documentId, tokens: 0 }) as const)
      const tree = { kind: "merge", round: 1, text, tokens: 0, children, documentIds, evidence: [] } as const
      return { text, citations: [], tree, warnings: [] }
    },
  }
}
