import { type SpdRagConfig, spdRag, type VectorStore } from "spd-rag"
import { agenticRag, fullContext, normalRag } from "spd-rag/baselines"
import { type CuadData, coverageQuestions, type EvaluatedSystem } from "spd-rag/evaluation"
import { memoryVectorStore } from "spd-rag/memory"
import { offline } from "spd-rag/offline"
import { faithfulMerger, perfectReader } from "spd-rag/testing"

/** Chunks of about 1,000 characters, so that numbers of chunks compare with those of the data's own table. */
const retrieval = { chunkTokens: 250, overlapTokens: 0 }

export type Reader = "perfect" | "offline"

/**
 * The four systems of the paper with one and the same reader, so that they differ in retrieval alone. Global
 * retrieval also runs with as many chunks as the per-document systems read: 1 and 5 a document.
 */
export function coverageSystems(data: CuadData, reader: Reader): readonly EvaluatedSystem[] {
  const count = data.contracts.length
  // One index for all: adding the same documents again costs a hash each.
  const vectorStore = memoryVectorStore()
  const config = reader === "perfect" ? perfectConfig(data, vectorStore) : offlineConfig(vectorStore)
  const perDocument = (topN: number): EvaluatedSystem => ({
    name: `spd-rag, top ${topN} a document`,
    create: () => spdRag({ ...config, retrieval: { ...retrieval, topN } }),
  })
  const global = (topN: number, name: string): EvaluatedSystem => ({
    name: `normal-rag, top ${topN}${name}`,
    create: () => normalRag({ ...config, retrieval, topK: Math.max(30, topN), topN }),
  })
  const whole: EvaluatedSystem = {
    name: "spd-rag, whole documents",
    create: () => spdRag({ ...config, retrieval }),
  }
  return [
    ...(reader === "perfect" ? [perDocument(1), perDocument(5)] : [whole]),
    global(20, " (paper)"),
    global(count, " (1 a document)"),
    global(5 * count, " (5 a document)"),
    {
      // Ten searches of five that never see a passage twice: the most that ten searches can see.
      name: "agentic-rag, 50 passages",
      create: () => agenticRag({ ...config, retrieval, topK: 50, topN: 50, maxSearches: 1 }),
    },
    {
      name: "full-context, first 1,000,000 tokens",
      create: () => fullContext({ ...config, retrieval, onOverflow: "drop" }),
    },
  ]
}

/** Reads what it is shown without a fault, and merges without a loss. */
function perfectConfig(data: CuadData, vectorStore: VectorStore): SpdRagConfig {
  const contracts = new Map(data.contracts.map((contract) => [contract.id, contract]))
  const byQuestion = new Map(coverageQuestions.map((question) => [question.question, question]))
  return {
    vectorStore,
    coordinator: {
      plan: async ({ question }) => ({
        tasks: [byQuestion.get(question)?.query ?? question],
        synthesisDirective: "One line a document.",
      }),
    },
    agent: perfectReader({
      factOf: (documentId, question) => {
        const category = byQuestion.get(question)?.category ?? ""
        const fact = contracts.get(documentId)?.facts.get(category)
        if (fact === undefined || !fact.present) return undefined
        return { value: fact.iso ?? (fact.answer || "Yes"), occurrences: fact.occurrences }
      },
    }),
    llm: faithfulMerger(),
    synthesis: { maxOutputTokens: 200_000 },
  }
}

function offlineConfig(vectorStore: VectorStore): SpdRagConfig {
  return { vectorStore, ...offline({ maxPassageLength: 600 }) }
}
