import { keyOf, type ModelSettings, type OpenedModel } from "./model"
import { loadPackage } from "./packages"

export async function geminiModel(model: string, settings: ModelSettings): Promise<OpenedModel> {
  const { env, cwd, contextWindow } = settings
  const name = `gemini:${model}`
  const key = "GEMINI_API_KEY"
  const apiKey = keyOf(key, name, env)
  await loadPackage("@google/genai", "2", cwd, `--model ${name}`)
  const { gemini } = await import("spd-rag/gemini")
  const { listPrices } = await import("spd-rag/evaluation")
  return {
    llm: gemini({ model, apiKey, contextWindow, baseUrl: env.GOOGLE_GEMINI_BASE_URL }),
    names: { name, key },
    price: listPrices[model],
  }
}
