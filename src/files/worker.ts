/// <reference types="node" />
import { parentPort } from "node:worker_threads"
import { formats } from "./formats"
import type { WorkerReply, WorkerRequest } from "./parsing/messages"
import { asLoadFileError, parseBytes } from "./parsing/parse-bytes"

/** The thread that reads files: it can be stopped at any point, and has a heap of its own that may be full. */
parentPort?.on("message", async (request: WorkerRequest) => parentPort?.postMessage(await answer(request)))

async function answer(message: WorkerRequest): Promise<WorkerReply> {
  const format = formats.find(({ name }) => name === message.format)!
  if (!("request" in message)) {
    return format.loadParser().then(
      () => ({ loaded: true }),
      () => ({ loaded: false }),
    )
  }
  try {
    const request = { ...message.request, signal: undefined }
    return { parsed: await parseBytes(format, formats, (format) => format.loadParser(), request) }
  } catch (error) {
    const { reason, message, cause } = asLoadFileError(error)
    const { name = "Error", message: why = String(cause) } = (cause ?? {}) as Partial<Error>
    return { failure: { reason, message, cause: cause === undefined ? undefined : { name, message: why } } }
  }
}
