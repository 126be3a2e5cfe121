import { aiSdkModel } from "./ai-sdk"
import { geminiModel } from "./gemini"
import { localModel } from "./local"
import type { ModelSettings, OpenedModel } from "./model"
import { parseModelName } from "./names"

/** @throws UsageError for a name, a key or a package that is missing, in one sentence; nothing was sent by then */
export async function openModel(name: string, settings: ModelSettings): Promise<OpenedModel> {
  const named = parseModelName(name)
  if (named.provider === "local") return localModel(named.path, settings)
  if (named.provider === "gemini") return geminiModel(named.model, settings)
  return aiSdkModel(named.provider, named.model, settings)
}
