import type { SpdRagConfig } from "spd-rag"
import { cohereEmbedder, cohereReranker } from "spd-rag/cohere"
import { gemini } from "spd-rag/gemini"
import { UsageError } from "./usage-error"

export interface ProviderSettings {
  /** Where the keys are. */
  readonly environment: { readonly [name: string]: string | undefined }
  /** In place of the services' own, for tests. */
  readonly baseUrls?: { readonly gemini: string; readonly cohere: string } | undefined
}

const keys = ["GEMINI_API_KEY", "CO_API_KEY"] as const

/**
 * The paper's own models: gemini-2.5-pro plans and writes, gemini-2.5-flash reads, Cohere embeds and reranks.
 *
 * @throws UsageError for a provider that is none, and for keys that are not set
 */
export function providerConfig(name: string, { environment, baseUrls }: ProviderSettings): SpdRagConfig {
  if (name !== "gemini") throw new UsageError(`There is no provider "${name}"; there is gemini.`)
  const missing = keys.filter((key) => !environment[key]?.trim())
  if (missing.length > 0) {
    throw new UsageError(
      `--provider gemini needs ${missing.join(" and ")} in the environment. Without --provider no key is needed.`,
    )
  }
  const google = { apiKey: environment.GEMINI_API_KEY, baseUrl: baseUrls?.gemini }
  const cohere = { apiKey: environment.CO_API_KEY, baseUrl: baseUrls?.cohere }
  const strong = gemini({ model: "gemini-2.5-pro", ...google })
  return {
    llm: {
      coordinator: strong,
      agent: gemini({ model: "gemini-2.5-flash", ...google }),
      synthesizer: strong,
    },
    embedder: cohereEmbedder(cohere),
    reranker: cohereReranker(cohere),
  }
}
