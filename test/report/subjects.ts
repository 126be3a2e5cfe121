import type { Answer, DocumentOutcome, Quote } from "spd-rag"
import type { Table } from "../../src/contracts/table"

/** Would run, end its element, or begin a comment if a page let it in as it is. */
export const hostile = `</script><script>document.title = "ran"</script><!-- <img src=x onerror="document.title='ran'"> \u2028 \u2029 \u202e`

const usage = {
  calls: 3,
  inputTokens: 1200,
  outputTokens: 80,
  cachedInputTokens: 0,
  cost: 0.0123,
  lowerBound: false,
  unpricedModels: [],
  byStage: { agent: { calls: 3, inputTokens: 1200, outputTokens: 80, cachedInputTokens: 0, cost: 0.0123 } },
  byModel: {},
  byDocument: {},
  shared: { calls: 0, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cost: 0 },
}

export const textOf = (document: number): string =>
  `${"Before it nothing. ".repeat(40)}Term ${document} is ${document * 10} days. ${"After it nothing. ".repeat(40)}`

export function quoteIn(document: number, words = `Term ${document} is ${document * 10} days.`): Quote {
  const start = textOf(document).indexOf(words)
  return { text: words, chunkId: `d${document}#0`, start, end: start + words.length }
}

/** An answer of so many documents and tasks: found in all, but in every fifth not, and every seventh failed. */
export function answerOf(documents: number, tasks: number, title = (at: number) => `Document ${at}`): Answer {
  const outcomes = Array.from({ length: documents }, (_, index): DocumentOutcome => {
    const at = index + 1
    const head = { documentId: `d${at}`, title: title(at) }
    if (at % 7 === 0) return { ...head, status: "failed", error: new Error("refused") as never }
    const found = at % 5 !== 0
    const answers = Array.from({ length: tasks }, (_, task) => ({
      task: task + 1,
      found,
      answer: found ? `${at * 10 + task} days` : "",
      quotes: found ? [quoteIn(at)] : [],
    }))
    const passage = { chunkId: `d${at}#0`, text: textOf(at), start: 0, end: textOf(at).length, score: 1 }
    const searches = [{ query: "term", passages: [{ ...passage, headings: ["Terms", `Part ${at}`] }] }]
    const findings = {
      ...head,
      relevance: 1,
      report: "",
      answers,
      searches,
      stopReason: "finalized" as const,
    }
    return { ...head, status: found ? "answered" : "not-found", findings }
  })
  const cited = outcomes.filter(({ status }) => status === "answered")
  return {
    question: "What are the terms?",
    text: cited.map(({ title: name }, index) => `- ${name} says it [${index + 1}].`).join("\n"),
    citations: cited.map(({ documentId, title: name }, index) => {
      const { text, ...place } = quoteIn(Number(documentId.slice(1)))
      return { number: index + 1, documentId, title: name, quote: text, ...place }
    }),
    plan: {
      tasks: Array.from({ length: tasks }, (_, task) => `State term ${task + 1}.`),
      synthesisDirective: "A line each.",
    },
    documents: outcomes,
    tree: {
      kind: "merge",
      round: 1,
      text: "",
      tokens: 100,
      children: cited.map(({ documentId }) => ({ kind: "findings" as const, documentId, tokens: 9 })),
      documentIds: cited.map(({ documentId }) => documentId),
      evidence: cited.map((_, index) => index + 1),
    },
    usage,
    warnings: [{ code: "documents-failed", message: "Some failed.", documentIds: ["d7"] }],
    durationMs: 1234,
  }
}

/** Two rows of one document, one of another, and a document that failed. */
export function tableOf(): Pick<
  Table,
  "columns" | "rows" | "documents" | "usage" | "warnings" | "durationMs" | "mappings"
> {
  const { documents } = answerOf(7, 1)
  const column = { description: "in days", required: false, nullable: true, schema: {} }
  const cell = (document: number, value: number) => ({
    status: "found" as const,
    value,
    written: `${value} days`,
    support: "quoted" as const,
    quotes: [quoteIn(document)],
  })
  const row = (document: number, index: number, value: number) => ({
    documentId: `d${document}`,
    title: `Document ${document}`,
    index,
    status: "answered" as const,
    values: {},
    cells: {
      term: cell(document, value),
      note: { status: "invalid" as const, value: null, quotes: [], problem: "No date: soon" },
    },
  })
  return {
    columns: [
      { ...column, name: "term", type: "number", unit: "days" },
      { ...column, name: "note", type: "date" },
    ],
    rows: [row(1, 0, 10), row(1, 1, 11), row(2, 0, 20)],
    documents: documents.filter(({ documentId }) => ["d1", "d2", "d7"].includes(documentId)),
    mappings: [],
    usage,
    warnings: [],
    durationMs: 5,
  }
}
