import { type Prices, type SpdRagConfig, spdRag } from "spd-rag"
import { agenticRag, fullContext, normalRag } from "spd-rag/baselines"
import { cohereEmbedder, cohereReranker } from "spd-rag/cohere"
import type { EvaluatedSystem } from "spd-rag/evaluation"
import { gemini } from "spd-rag/gemini"
import { offline } from "spd-rag/offline"
import type { SystemName } from "./options"

/** The paper's models for all four systems: Pro plans, merges and runs the baselines, Flash reads documents. */
export function geminiConfig(prices: Prices): SpdRagConfig {
  const apiKey = keyOf("GEMINI_API_KEY")
  const pro = gemini({ apiKey, model: "gemini-2.5-pro" })
  const cohereKey = process.env.COHERE_API_KEY
  return {
    llm: { coordinator: pro, agent: gemini({ apiKey, model: "gemini-2.5-flash" }), synthesizer: pro },
    prices,
    // Without a key of Cohere's, retrieval is by words alone.
    ...(cohereKey && {
      embedder: cohereEmbedder({ apiKey: cohereKey }),
      reranker: cohereReranker({ apiKey: cohereKey }),
    }),
  }
}

/** A system from a config, with a fresh store each. */
export function systemOf(name: SystemName, config: SpdRagConfig): EvaluatedSystem {
  const makers = {
    "spd-rag": () => spdRag(config),
    "normal-rag": () => normalRag(config),
    "agentic-rag": () => agenticRag(config),
    "full-context": () => fullContext({ ...config, onOverflow: "drop" }),
  }
  return { name, create: makers[name] }
}

export function offlineConfig(): SpdRagConfig {
  return { ...offline() }
}

export function keyOf(name: string): string {
  const key = process.env[name]
  if (!key) throw new Error(`${name} is not set.`)
  return key
}
