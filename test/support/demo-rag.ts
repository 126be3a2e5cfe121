import { ProviderError, type SourceDocument, type SpdRag, spdRag } from "spd-rag"
import {
  type FakeLLM,
  fakeEmbedder,
  fakeLLM,
  findingsIn,
  foundReply,
  maySearch,
  planReply,
  searchReply,
  shownIn,
  stageOf,
  turnOf,
} from "spd-rag/testing"

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
        return planReply(["State the payment term in days.", "State any discount for early payment."])
      }
      if (stage === "synthesis") {
        return findingsIn(request)
          .map(({ answer, markers }) => `The buyer pays within ${answer} ${markers}.`)
          .join("\n")
      }
      const shown = shownIn(request)
      if (shown.includes("Supply contract Ellis")) {
        return new ProviderError("The model refused the document.", { provider: "demo", status: 400 })
      }
      return turnOf(request) === 0 && maySearch(request) ? searchReply("payment term in days") : report(shown)
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

function report(shown: string): { readonly json: unknown } {
  const [quote, days, more = ""] =
    /The buyer pays within (\d+) days( <script>.*?"image'?">| <.*>)?/.exec(shown) ?? []
  return foundReply(
    days === undefined ? undefined : { answer: `${days} days${more}`, quotes: quote },
    undefined,
  )
}
