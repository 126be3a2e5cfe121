import { type AiSdkLanguageModel, aiSdk } from "spd-rag/ai-sdk"
import { keyOf, type ModelSettings, type OpenedModel } from "./model"
import { loadPackage } from "./packages"

interface Provider {
  (model: string): AiSdkLanguageModel
  /** By the chat completions, where the provider has something newer. */
  readonly chat?: ((model: string) => AiSdkLanguageModel) | undefined
}
type Create = (options: { readonly [option: string]: unknown }) => Provider

/** A provider of the AI SDK, by its own package. */
interface AiSdkProvider {
  readonly package: string
  /** Of specification v3, which Node 20 runs. */
  readonly range: string
  /** The function that the package exports. */
  readonly create: string
  readonly key: string
  /** The provider's own variable for another address. */
  readonly address: string
  /** Tokens that every model of theirs takes at least; `contextWindow` of the config file says more. */
  readonly contextWindow: number
}

const hosted: { readonly [name in "openai" | "anthropic"]: AiSdkProvider } = {
  openai: {
    package: "@ai-sdk/openai",
    range: "3",
    create: "createOpenAI",
    key: "OPENAI_API_KEY",
    address: "OPENAI_BASE_URL",
    contextWindow: 128_000,
  },
  anthropic: {
    package: "@ai-sdk/anthropic",
    range: "3",
    create: "createAnthropic",
    key: "ANTHROPIC_API_KEY",
    address: "ANTHROPIC_BASE_URL",
    contextWindow: 200_000,
  },
}

/** What Ollama gives a model unless it is told otherwise; a longer prompt it cuts without a word. */
const ollamaContext = 4_096

export async function aiSdkModel(
  provider: "openai" | "anthropic" | "ollama",
  model: string,
  settings: ModelSettings,
): Promise<OpenedModel> {
  return provider === "ollama" ? ollamaModel(model, settings) : hostedModel(provider, model, settings)
}

async function hostedModel(
  provider: keyof typeof hosted,
  model: string,
  { env, cwd, contextWindow }: ModelSettings,
): Promise<OpenedModel> {
  const { package: packageName, range, create, key, address, contextWindow: least } = hosted[provider]
  const name = `${provider}:${model}`
  const apiKey = keyOf(key, name, env)
  const loaded = (await loadPackage(packageName, range, cwd, `--model ${name}`)) as Record<string, Create>
  const baseURL = env[address]
  const made = loaded[create]!({ apiKey, baseURL })
  // What stands at another address knows chat completions as a rule, and nothing newer.
  const languageModel = baseURL !== undefined && made.chat !== undefined ? made.chat(model) : made(model)
  return { llm: aiSdk(languageModel, { contextWindow: contextWindow ?? least }), names: { name, key } }
}

async function ollamaModel(model: string, { env, cwd, contextWindow }: ModelSettings): Promise<OpenedModel> {
  const name = `ollama:${model}`
  const loaded = await loadPackage("@ai-sdk/openai-compatible", "2", cwd, `--model ${name}`)
  const { createOpenAICompatible } = loaded as { readonly createOpenAICompatible: Create }
  const address = ollamaAddress(env.OLLAMA_HOST)
  const languageModel = createOpenAICompatible({
    name: "ollama",
    baseURL: `${address}/v1`,
    apiKey: env.OLLAMA_API_KEY,
    supportsStructuredOutputs: true,
    includeUsage: true,
  })(model)
  const told = Number(env.OLLAMA_CONTEXT_LENGTH)
  const window = contextWindow ?? (Number.isSafeInteger(told) && told > 0 ? told : ollamaContext)
  return {
    llm: aiSdk(languageModel, { contextWindow: window }),
    names: {
      name,
      key: "OLLAMA_API_KEY",
      start: `Is Ollama running at ${address}? Start it with \`ollama serve\`.`,
    },
    price: { inputPerMillionTokens: 0, outputPerMillionTokens: 0 },
    concurrency: 2,
    attemptTimeoutMs: 600_000,
  }
}

/** OLLAMA_HOST may be a host, a host and a port, or an address. */
function ollamaAddress(host: string | undefined): string {
  if (host === undefined || host.trim() === "") return "http://localhost:11434"
  const address = /^https?:\/\//.test(host.trim()) ? host.trim() : `http://${host.trim()}`
  return (/:\d+\/?$/.test(address) ? address : `${address}:11434`).replace(/\/$/, "")
}
