/// <reference types="node" />
import type { Worker } from "node:worker_threads"
import { builtin } from "../../runtime/builtin"
import { LoadFileError } from "../kit/errors"
import type { ParseRequest } from "../kit/parse"
import type { WorkerReply, WorkerRequest } from "./messages"
import type { ParsedBytes } from "./parse-bytes"

/** A thread that reads one file at a time. It is started when it is needed, and anew after it had to be stopped. */
export interface ParsingThread {
  /** False where the packages of the format can't be loaded there. */
  load(format: string): Promise<boolean>
  /** @throws LoadFileError, or the signal's reason */
  parse(format: string, request: ParseRequest): Promise<ParsedBytes>
  close(): Promise<void>
}

export interface ThreadLimits {
  /** Of the thread's heap. */
  readonly maxHeapBytes: number
  /** For one file. */
  readonly timeoutMs: number
}

export function parsingThread(path: string, { maxHeapBytes, timeoutMs }: ThreadLimits): ParsingThread {
  let worker: Worker | undefined
  const threads = builtin<typeof import("node:worker_threads")>("node:worker_threads")!

  function start(): Worker {
    const started = new threads.Worker(path, {
      // None of the process's own: they may name a script, or be of the process alone.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(maxHeapBytes / 1_048_576) },
    })
    started.on("exit", () => {
      if (worker === started) worker = undefined
    })
    // Without a listener an error that comes between two files would end the process.
    started.on("error", () => {})
    worker = started
    return started
  }

  /** @param limitMs none while packages are loaded, which is no file's fault */
  function ask(message: WorkerRequest, signal?: AbortSignal, limitMs?: number): Promise<WorkerReply> {
    const thread = worker ?? start()
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener("abort", onAbort)
        thread.off("message", onMessage).off("error", onError).off("exit", onExit)
        // A thread that waits for the next file must not keep the process alive.
        thread.unref()
        settle()
      }
      const stop = (error: unknown) => {
        if (worker === thread) worker = undefined
        end(() => void thread.terminate().then(() => reject(error)))
      }
      const onMessage = (reply: WorkerReply) => end(() => resolve(reply))
      const onError = (error: Error & { code?: string }) => stop(failureOf(error))
      const onExit = () => stop(new LoadFileError("damaged", "Its parser ended the thread that it ran in."))
      const onAbort = () => stop(signal!.reason)
      const onTime = () =>
        stop(new LoadFileError("too-large", `Reading it takes over the ${limitMs} ms that are allowed.`))
      const timer = limitMs === undefined ? undefined : setTimeout(onTime, limitMs)
      signal?.addEventListener("abort", onAbort)
      thread.on("message", onMessage).on("error", onError).on("exit", onExit).ref()
      // Bytes are handed over, not copied: each file is read once.
      thread.postMessage(message, "request" in message ? [message.request.bytes.buffer as ArrayBuffer] : [])
    })
  }

  function failureOf(error: Error & { code?: string }): LoadFileError {
    return error.code === "ERR_WORKER_OUT_OF_MEMORY"
      ? new LoadFileError("too-large", `Reading it takes over the ${maxHeapBytes} bytes that are allowed.`)
      : new LoadFileError("damaged", "It can't be read as what its ending says.", { cause: error })
  }

  return {
    async load(format) {
      const reply = await ask({ format })
      return "loaded" in reply && reply.loaded
    },
    async parse(format, { signal, ...request }) {
      signal?.throwIfAborted()
      const reply = await ask({ format, request }, signal, timeoutMs)
      if ("parsed" in reply) return reply.parsed
      if (!("failure" in reply)) throw new LoadFileError("damaged", "Its parser gave no answer.")
      const { reason, message, cause } = reply.failure
      throw new LoadFileError(
        reason,
        message,
        cause && { cause: Object.assign(new Error(cause.message), { name: cause.name }) },
      )
    },
    async close() {
      await worker?.terminate()
    },
  }
}
