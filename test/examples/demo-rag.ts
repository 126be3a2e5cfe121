import { ProviderError, type SourceDocument, type SpdRag, spdRag } from "spd-rag"
import { type FakeLLM, fakeEmbedder, fakeLLM } from "spd-rag/testing"
import { promptOf, stageOf } from "../support/model"

/** Would run if a page let any of it in as HTML. */
export const hostile = `<script>document.title = "script"</script><img src="x" onerror="document.title = 'image'">`

const filler = Array.from({ length: 30 }, (_, at) => `Clause ${at} is of no concern here.`).join(" ")

export const demoDocuments: readonly SourceDocument[] = [
  ...["Acme", "Bolt", "Crane", "Delta"].map((name, at) => ({
    id: `${name.toLowerCase()}.txt`,
    title: `Supply contract ${name}`,
    text: `${filler}\n\nThe buyer pays within ${30 * (at + 1)} days.\n\n${filler}`,
  })),
  { id: "lease.txt", title: "Lease of the warehouse", text: `${filler}\n\nThe lease ends in May.` },
  { id: "broken.txt", title: "Supply contract Ellis", text: `${filler}\n\nThe buyer pays in gold.` },
  { id: "hostile.txt", title: hostile, text: `${filler}\n\nThe buyer pays within 150 days ${hostile}.` },
]

/** A set of contracts with a scripted model: it searches, finds, fails, merges and streams. */
export async function demoRag(gate: () => Promise<unknown> = async () => {}): Promise<{
  rag: SpdRag
  llm: FakeLLM
}> {
  const llm = fakeLLM({
    streamPieces: 12,
    async reply(request) {
      await gate()
      const stage = stageOf(request)
      if (stage === "coordinator") {
        const tasks = ["State the payment term in days.", "State any discount for early payment."]
        return { json: { reasoning: "", tasks, synthesisDirective: "One line a contract." } }
      }
      if (stage === "synthesis") return merged(promptOf(request))
      const shown = request.messages.slice(1).map(({ content }) => content)
      const prompt = shown.join("\n")
      if (prompt.includes("Supply contract Ellis")) {
        return new ProviderError("The model refused the document.", { provider: "demo", status: 400 })
      }
      if (shown.at(-1)?.includes("None is shown yet")) {
        const queries = ["payment term in days"]
        return { json: { reasoning: "", action: "search", queries, relevance: 0, answers: [] } }
      }
      return { json: finalized(prompt) }
    },
  })
  const rag = spdRag({
    llm,
    embedder: fakeEmbedder(),
    retrieval: { chunkTokens: 200, overlapTokens: 0 },
    agentOptions: { readWholeTokens: 0 },
    concurrency: 2,
  })
  await rag.add(demoDocuments)
  return { rag, llm }
}

function finalized(prompt: string): unknown {
  const [quote, days, more = ""] =
    /The buyer pays within (\d+) days( <script>.*?"image'?">| <.*>)?/.exec(prompt) ?? []
  const term =
    quote === undefined
      ? { task: 1, status: "not-found", answer: "", quotes: [] }
      : { task: 1, status: "found", answer: `${days} days${more}`, quotes: [quote] }
  const discount = { task: 2, status: "not-found", answer: "", quotes: [] }
  const relevance = quote === undefined ? 0.1 : 0.9
  return { reasoning: "", action: "finalize", queries: [], relevance, answers: [term, discount] }
}

function merged(prompt: string): string {
  const lines = [...prompt.matchAll(/Found: (\d+ days.*?) (\[E\d+\])/g)].map(([, term, marker]) => {
    return `The buyer pays within ${term} ${marker}.`
  })
  return lines.join("\n")
}
