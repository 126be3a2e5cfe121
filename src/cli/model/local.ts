/// <reference types="node" />
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import type { NodeLlamaCppModule } from "spd-rag/local"
import { UsageError } from "../errors"
import type { ModelSettings, OpenedModel } from "./model"
import { loadPackage } from "./packages"

/** Longer than any call of a model on a slow machine should take. */
const attemptTimeoutMs = 1_800_000

/** Tokens of a call, where the model was trained on no fewer; memory grows with them. */
const mostTokens = 16_384

/** What is asked of node-llama-cpp here. */
interface GgufReader {
  readGgufFileInfo(
    path: string,
    options: { readonly sourceType: "filesystem" },
  ): Promise<{ readonly architectureMetadata?: { readonly context_length?: number | undefined } | undefined }>
}

export async function localModel(path: string, settings: ModelSettings): Promise<OpenedModel> {
  const modelPath = resolve(settings.cwd, path)
  if (!existsSync(modelPath)) throw new UsageError(`--model ${path}: there is no such file.`)
  const loaded = await loadPackage("node-llama-cpp", "3", settings.cwd, `--model ${path}`)
  const nodeLlamaCpp = loaded as NodeLlamaCppModule & GgufReader
  const { localLLM } = await import("spd-rag/local")
  const contextWindow = settings.contextWindow ?? (await windowOf(modelPath, nodeLlamaCpp))
  const llm = localLLM({ modelPath, contextWindow, nodeLlamaCpp })
  return {
    llm,
    names: { name: path },
    price: { inputPerMillionTokens: 0, outputPerMillionTokens: 0 },
    concurrency: 1,
    attemptTimeoutMs,
    dispose: () => llm.dispose(),
  }
}

/** A file that can't be read is told of when the model is loaded. */
async function windowOf(path: string, { readGgufFileInfo }: GgufReader): Promise<number> {
  const info = await readGgufFileInfo(path, { sourceType: "filesystem" }).catch(() => undefined)
  return Math.min(mostTokens, info?.architectureMetadata?.context_length ?? mostTokens)
}
