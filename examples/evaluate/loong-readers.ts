import { type Coordinator, type DocumentAgent, type SpdRagConfig, spdRag } from "spd-rag"
import {
  type EvaluatedRag,
  type EvaluatedSystem,
  type LoongData,
  type LoongInstance,
  titleMatchStages,
} from "spd-rag/evaluation"
import { faithfulMerger } from "spd-rag/testing"
import { withPaperPreset } from "./model-systems"

/**
 * Readers without a model, through the whole pipeline, with the defaults and with `paperPreset`. `perfect` knows every
 * answer: what it loses, pipeline or scorer lost. `title` asks whether one paper's text holds another's title, and has
 * known figures on the citation rows.
 */
export function loongReaders(data: LoongData, reader: "perfect" | "title"): readonly EvaluatedSystem[] {
  const instances = new Map(data.instances.map((instance) => [instance.id, instance]))
  const system = (name: string, withPreset: (config: SpdRagConfig) => SpdRagConfig): EvaluatedSystem => ({
    name,
    create: (id = "") => {
      const instance = instances.get(id)
      if (instance === undefined) throw new Error(`No instance ${id}.`)
      return lateRag((titles) =>
        withPreset(
          reader === "perfect"
            ? { ...perfectStages(instance), llm: faithfulMerger() }
            : titleMatchStages(instance, titles),
        ),
      )
    },
  })
  return [system("spd-rag", (config) => config), system("spd-rag-paper", withPaperPreset)]
}

/** Made when its documents come: a reader needs their titles. */
function lateRag(configOf: (titles: readonly string[]) => SpdRagConfig): EvaluatedRag {
  let rag: EvaluatedRag | undefined
  return {
    add(documents, options) {
      rag = spdRag(configOf(documents.map(({ id, title }) => title ?? id)))
      return rag.add(documents, options)
    },
    ask(question, options) {
      if (rag === undefined) throw new Error("Add documents first.")
      return rag.ask(question, options)
    },
  }
}

/** The first document says the answer, the others nothing. */
function perfectStages(instance: LoongInstance): {
  readonly coordinator: Coordinator
  readonly agent: DocumentAgent
} {
  const { answer } = instance
  const gold = typeof answer === "string" ? answer : JSON.stringify(answer)
  return {
    coordinator: { plan: async () => ({ tasks: ["Answer."], synthesisDirective: "The answer alone." }) },
    agent: async ({ document, search, signal }) => {
      const { id: documentId, title } = document
      const head = { documentId, title, searches: [], stopReason: "read-whole" } as const
      if (documentId !== instance.documents[0]?.name) {
        return {
          ...head,
          relevance: 0,
          report: "",
          answers: [{ task: 1, found: false, answer: "", quotes: [] }],
        }
      }
      const [first] = await search.chunks({ signal })
      const text = first?.text.slice(0, 80) ?? ""
      const start = first?.start ?? 0
      const quotes = [{ text, chunkId: first?.id ?? "", start, end: start + text.length }]
      return { ...head, relevance: 1, report: "", answers: [{ task: 1, found: true, answer: gold, quotes }] }
    },
  }
}
