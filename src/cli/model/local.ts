/// <reference types="node" />
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { UsageError } from "../errors"
import type { ModelSettings, OpenedModel } from "./model"
import { loadPackage } from "./packages"

/** Longer than any call of a model on a slow machine should take. */
const attemptTimeoutMs = 1_800_000

export async function localModel(path: string, settings: ModelSettings): Promise<OpenedModel> {
  const modelPath = resolve(settings.cwd, path)
  if (!existsSync(modelPath)) throw new UsageError(`--model ${path}: there is no such file.`)
  await loadPackage("node-llama-cpp", "3", settings.cwd, `--model ${path}`)
  const { localLLM } = await import("spd-rag/local")
  const llm = localLLM({ modelPath, contextWindow: settings.contextWindow ?? 16_384 })
  return {
    llm,
    names: { name: path },
    price: { inputPerMillionTokens: 0, outputPerMillionTokens: 0 },
    concurrency: 1,
    attemptTimeoutMs,
    dispose: () => llm.dispose(),
  }
}
