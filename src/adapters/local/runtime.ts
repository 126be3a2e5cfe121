/// <reference types="node" />
import { access } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { basename } from "node:path"
import { InvalidArgumentError, ProviderError, SpdRagError } from "../../errors"
import { linkAbort, raceAbort } from "../../runtime/abort"
import { type Checks, isRecord, optional } from "../../runtime/check/options"
import { filledText, integerFrom, valueThat } from "../../runtime/check/values"
import { loadPeer } from "../../runtime/load-peer"
import type { Llama, LlamaModel, LlamaModule, LocalGpu, NodeLlamaCppModule } from "./module"

/** Where the weights are, and what of the machine they may use. */
export interface LocalOptions {
  /** A GGUF file. */
  readonly modelPath: string
  /** Names usage and prices. @default the file's name without `.gguf` */
  readonly modelId?: string | undefined
  /** @default false: the processor, which every machine has */
  readonly gpu?: LocalGpu | undefined
  /** Threads that compute. @default the runtime's own choice, and no more than there are cores */
  readonly threads?: number | undefined
  /** The package's module, where it is not to be loaded by its name. */
  readonly nodeLlamaCpp?: NodeLlamaCppModule | undefined
}

export const localChecks: Checks<LocalOptions> = {
  modelPath: filledText("the path of a GGUF file"),
  modelId: optional(filledText("a model's name")),
  gpu: optional(
    valueThat<LocalGpu>(
      "a graphics backend, or false",
      (value) => value === false || typeof value === "string",
    ),
  ),
  threads: optional(integerFrom(1)),
  nodeLlamaCpp: optional(valueThat<NodeLlamaCppModule>("the module node-llama-cpp", isRecord)),
}

/** A plug that holds a model in memory. */
export interface Disposable {
  /** Stops what is under way, and frees the memory; later calls fail. */
  dispose(): Promise<void>
}

/** A model that is loaded by its first call and kept. */
export interface LocalRuntime<T> {
  readonly modelId: string
  /** Settles as `work` does, at once with the signal's reason when it aborts, and names failures. */
  call<R>(signal: AbortSignal | undefined, work: (loaded: T, signal: AbortSignal) => Promise<R>): Promise<R>
  /** @param idle settles when nothing uses what was loaded */
  dispose(idle: (loaded: T) => Promise<void>): Promise<void>
}

/** @param prepare makes what calls need of the model, once */
export function localRuntime<T>(
  options: LocalOptions,
  prepare: (model: LlamaModel, llama: Llama, module: LlamaModule) => Promise<T>,
): LocalRuntime<T> {
  const { modelPath } = options
  const modelId = options.modelId ?? basename(modelPath).replace(/\.gguf$/i, "")
  const end = new AbortController()
  let loading: Promise<{ llama: Llama; loaded: T }> | undefined

  const load = () => {
    loading ??= loadModel(options, prepare).catch((error) => {
      // The next call tries again: the file may be there by then.
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    modelId,
    async call(signal, work) {
      signal?.throwIfAborted()
      end.signal.throwIfAborted()
      const { controller, unlink } = linkAbort(signal)
      const ended = linkAbort(end.signal)
      const stop = () => controller.abort(end.signal.reason)
      ended.controller.signal.addEventListener("abort", stop)
      try {
        const { loaded } = await raceAbort(load(), controller.signal)
        return await raceAbort(work(loaded, controller.signal), controller.signal)
      } catch (error) {
        if (controller.signal.aborted) throw controller.signal.reason
        throw localFailure(modelId, error)
      } finally {
        ended.controller.signal.removeEventListener("abort", stop)
        ended.unlink()
        unlink()
      }
    },
    async dispose(idle) {
      if (end.signal.aborted) return
      end.abort(
        new ProviderError(`Local model "${modelId}" was disposed.`, { provider: "local", retryable: false }),
      )
      const made = await loading?.catch(() => undefined)
      if (made === undefined) return
      // Memory must not be freed under a computation.
      await idle(made.loaded)
      await made.llama.dispose()
    },
  }
}

async function loadModel<T>(
  { modelPath, gpu, threads, nodeLlamaCpp }: LocalOptions,
  prepare: (model: LlamaModel, llama: Llama, module: LlamaModule) => Promise<T>,
): Promise<{ llama: Llama; loaded: T }> {
  await access(modelPath).catch((cause) => {
    throw new InvalidArgumentError("modelPath", modelPath, "the path of a GGUF file that can be read", {
      cause,
    })
  })
  // By a name that bundlers do not follow: the package finds its binaries beside its own files.
  const name: string = "node-llama-cpp"
  const module = (nodeLlamaCpp ??
    (await loadPeer(name, "^3.21.1", () => import(/* @vite-ignore */ name)))) as unknown as LlamaModule
  const llama = await module.getLlama({
    gpu: gpu ?? false,
    // Otherwise a platform without a binary silently gets its sources downloaded and compiled.
    build: "never",
    logLevel: "disabled",
    progressLogs: false,
    ...(threads === undefined ? {} : { maxThreads: threads }),
  })
  // The package takes four at least. Those beyond the cores wait by spinning, and the model all but stands still.
  if (threads === undefined) llama.maxThreads = Math.min(llama.maxThreads, availableParallelism())
  try {
    const model = await llama.loadModel({ modelPath })
    return { llama, loaded: await prepare(model, llama, module) }
  } catch (error) {
    await llama.dispose()
    throw error
  }
}

/** The runtime's own words stay out: they may quote a prompt. */
function localFailure(modelId: string, error: unknown): unknown {
  if (SpdRagError.isInstance(error)) return error
  const kind =
    error instanceof Error && /^\w{1,60}$/.test(error.constructor.name) ? error.constructor.name : ""
  const why =
    { NoBinaryFoundError: "no binary for this platform", InsufficientMemoryError: "too little memory" }[
      kind
    ] ?? "the runtime failed, or the file is no model that it knows"
  return new ProviderError(`Local model "${modelId}" can't be used: ${why} (${kind || "unknown"}).`, {
    provider: "local",
    retryable: false,
  })
}

/** @throws InvalidArgumentError for more than the model was trained on, since replies would be noise */
export function checkContextWindow(contextWindow: number, model: LlamaModel): void {
  if (contextWindow <= model.trainContextSize) return
  throw new InvalidArgumentError(
    "contextWindow",
    contextWindow,
    `at most ${model.trainContextSize}, the length that the model was trained on`,
  )
}

export function tooLong(modelId: string, tokens: number, most: number): ProviderError {
  return new ProviderError(
    `The text has ${tokens} tokens, and local model "${modelId}" takes at most ${most} of them.`,
    { provider: "local", tooLong: true },
  )
}
