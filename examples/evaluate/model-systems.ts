import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { type LLM, type Prices, paperPreset, type SpdRagConfig, spdRag } from "spd-rag"
import { agenticRag, fullContext, normalRag } from "spd-rag/baselines"
import { cohereEmbedder, cohereReranker } from "spd-rag/cohere"
import type { EvaluatedSystem } from "spd-rag/evaluation"
import { gemini } from "spd-rag/gemini"
import { offline } from "spd-rag/offline"
import { type EvaluateOptions, isModule, type SystemName } from "./options"

/** Models to run a benchmark with, and one to judge. */
export interface Models {
  readonly config: SpdRagConfig
  readonly judge: LLM | undefined
}

export async function modelsOf(
  { provider, judge }: Pick<EvaluateOptions, "provider" | "judge">,
  prices: Prices,
): Promise<Models> {
  if (provider === "gemini") {
    const model = judge && gemini({ apiKey: keyOf("GEMINI_API_KEY"), model: judge })
    return { config: geminiConfig(prices), judge: model || undefined }
  }
  if (!isModule(provider)) return { config: { ...offline() }, judge: undefined }
  const own = (await import(pathToFileURL(resolve(provider)).href)) as {
    readonly default?: SpdRagConfig
    readonly judge?: LLM
  }
  if (own.default === undefined) throw new Error(`${provider} has no default export: a config for spdRag.`)
  return { config: { prices, ...own.default }, judge: judge === undefined ? undefined : own.judge }
}

/** The paper's models for all four systems: Pro plans, merges and runs the baselines, Flash reads documents. */
function geminiConfig(prices: Prices): SpdRagConfig {
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

/** The published method with a config's models; without an embedder it searches by words. */
export function withPaperPreset(config: SpdRagConfig): SpdRagConfig {
  const { retrieval } = paperPreset
  const mode = config.embedder === undefined ? "lexical" : "dense"
  return { ...config, ...paperPreset, retrieval: { ...retrieval, mode } }
}

/** A system from a config, with a fresh store each. */
export function systemOf(name: SystemName, config: SpdRagConfig): EvaluatedSystem {
  const makers = {
    "spd-rag": () => spdRag(config),
    "spd-rag-paper": () => spdRag(withPaperPreset(config)),
    "normal-rag": () => normalRag(config),
    "agentic-rag": () => agenticRag(config),
    "full-context": () => fullContext({ ...config, onOverflow: "drop" }),
  }
  return { name, create: makers[name] }
}

function keyOf(name: string): string {
  const key = process.env[name]
  if (!key) throw new Error(`${name} is not set.`)
  return key
}
