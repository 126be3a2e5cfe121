import { type SpdRagConfig, SpdRagError, spdRag } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { offline } from "spd-rag/offline"
import { fakeEmbedder, fakeLLM, fakeReranker, hang } from "spd-rag/testing"
import { checkAnswer, documents, question } from "./documents"
import { aiSdkModel, scriptedModel } from "./models"

type Counter = SpdRagConfig["countTokens"]

/** The steps of an answer, streamed, by a scripted model with vectors and reranking. */
export async function asksByModel(countTokens: Counter): Promise<void> {
  const plugs = { llm: scriptedModel(), embedder: fakeEmbedder(), reranker: fakeReranker() }
  await streams({ ...plugs, agentOptions: { readWholeTokens: 0 }, concurrency: 2, countTokens })
}

export const asksByAiSdk = (countTokens: Counter): Promise<void> =>
  streams({ llm: aiSdkModel(), embedder: fakeEmbedder(), countTokens })

export const asksOffline = (countTokens: Counter): Promise<void> =>
  streams({ ...offline(), vectorStore: memoryVectorStore(), countTokens })

async function streams(config: SpdRagConfig): Promise<void> {
  const rag = spdRag(config)
  await rag.add(documents)
  for await (const event of rag.stream(question)) {
    if (event.type === "run-end") return checkAnswer(event.answer)
  }
  throw new Error("The stream ended without an answer.")
}

/** A run that hangs settles with the caller's own reason, and a failed one with an error of the library. */
export async function fails(countTokens: Counter): Promise<void> {
  const failure = await spdRag({ ...offline(), countTokens })
    .ask("?")
    .catch((error) => error)
  if (!SpdRagError.isInstance(failure)) throw new Error(`Asking an empty set gave ${failure}.`)
  const rag = spdRag({ llm: fakeLLM((request) => hang(request)), countTokens })
  await rag.add(documents)
  const reason = new Error("mine")
  const controller = new AbortController()
  const asked = rag.ask(question, { signal: controller.signal })
  setTimeout(() => controller.abort(reason), 0)
  const settled = await asked.catch((error) => error)
  if (settled !== reason) throw new Error(`An aborted run settled with ${settled}.`)
}
