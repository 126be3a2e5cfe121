import type { Citation, JSONValue, Warning } from "../contracts"
import type { Answer } from "../contracts/answer"
import type { SpdRagEvent } from "../contracts/run-end"
import { coverageOf } from "../evidence/coverage"
import { failureEvent } from "./failure-event"

/** A part of a message as the AI SDK streams it: of its `UIMessageChunk`, those that a run sends. */
export type UIMessageChunk =
  | { type: "start" }
  | { type: "text-start" | "text-end"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  | {
      type: "source-document"
      sourceId: string
      mediaType: string
      title: string
      providerMetadata: { "spd-rag": { [field: string]: string | number } }
    }
  | { type: `data-${string}`; id: string; data: unknown }
  | { type: "error"; errorText: string }
  | { type: "abort" }
  | { type: "finish"; finishReason: "stop"; messageMetadata: { [field: string]: JSONValue } }

/**
 * A run as a stream of UI message parts, for `createUIMessageStreamResponse` and `useChat` of the AI SDK: the answer's text as
 * it is written, `source-document` for each citation, `data-plan`, `data-progress`, `data-coverage` and `data-warnings`. Text that a
 * run takes back is told by `data-restart`; see `answerTextOf`. Leaving the stream aborts the run.
 */
export function toUIMessageStream(events: AsyncIterable<SpdRagEvent>): ReadableStream<UIMessageChunk> {
  const source = events[Symbol.asyncIterator]()
  const message = createMessage()
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: "start" })
    },
    async pull(controller) {
      try {
        // An event may come to nothing; the stream asks again only when something was put in.
        for (;;) {
          const { done, value } = await source.next()
          if (done) return controller.close()
          const chunks = message.chunksOf(value)
          for (const chunk of chunks) controller.enqueue(chunk)
          if (chunks.length > 0) return
        }
      } catch (error) {
        const isAbort = (error as { name?: unknown } | undefined)?.name === "AbortError"
        if (isAbort) controller.enqueue({ type: "abort" })
        else if (!message.hasFailed) controller.enqueue(errorChunk(failureEvent(error).error.message))
        controller.close()
      }
    },
    async cancel() {
      await source.return?.()
    },
  })
}

/** The text of an answer in a message: what was taken back is left out. */
export function answerTextOf(message: { readonly parts: readonly { readonly type: string }[] }): string {
  const { parts } = message
  const from = parts.findLastIndex(({ type }) => type === "data-restart")
  const texts = parts.slice(from + 1).filter(({ type }) => type === "text")
  return texts.map((part) => (part as { readonly text?: string }).text ?? "").join("")
}

/** What a message holds by now, and the chunks that an event adds to it. */
function createMessage() {
  let part = 0
  let text = ""
  let isOpen = false
  let hasFailed = false

  const id = () => `answer-${part}`
  const close = (): UIMessageChunk[] => {
    if (!isOpen) return []
    isOpen = false
    return [{ type: "text-end", id: id() }]
  }
  const write = (delta: string): UIMessageChunk[] => {
    if (delta === "") return []
    const start: UIMessageChunk[] = isOpen ? [] : [{ type: "text-start", id: id() }]
    isOpen = true
    text += delta
    return [...start, { type: "text-delta", id: id(), delta }]
  }
  const restart = (): UIMessageChunk[] => {
    if (text === "") return []
    const closing = close()
    text = ""
    part += 1
    return [...closing, { type: "data-restart", id: id(), data: { part } }]
  }
  const progress = (stage: string, done: number, total: number): UIMessageChunk[] => [
    { type: "data-progress", id: "progress", data: { stage, done, total } },
  ]

  return {
    get hasFailed() {
      return hasFailed
    },
    chunksOf(event: SpdRagEvent): readonly UIMessageChunk[] {
      switch (event.type) {
        case "run-start":
          return progress("planning", 0, event.documentCount)
        case "plan-end":
          return [{ type: "data-plan", id: "plan", data: event.plan }]
        case "agent-end":
          return progress("reading", event.done, event.documentCount)
        case "round-start":
          return progress("merging", 0, event.batches)
        case "merge-end":
          return progress("merging", event.done, event.batches)
        case "answer-delta":
          return [...(event.restart ? restart() : []), ...write(event.text)]
        case "run-end":
          return [
            // Without deltas, or where the text that was sent is not the answer's.
            ...(text === event.answer.text ? [] : [...restart(), ...write(event.answer.text)]),
            ...close(),
            ...endOf(event.answer),
          ]
        case "run-error":
          // An abort is told as such where the run throws it.
          if (event.error.name === "AbortError") return []
          hasFailed = true
          return [...close(), errorChunk(event.error.message)]
        default:
          return []
      }
    },
  }
}

function endOf(answer: Answer): UIMessageChunk[] {
  const { warnings, usage, durationMs } = answer
  const { tasks, counts } = coverageOf(answer)
  const { calls, inputTokens, outputTokens, cost } = usage
  return [
    ...answer.citations.map(sourceOf),
    { type: "data-coverage", id: "coverage", data: { tasks, counts } },
    ...warningsOf(warnings),
    {
      type: "finish",
      finishReason: "stop",
      messageMetadata: { calls, inputTokens, outputTokens, cost, durationMs },
    },
  ]
}

function sourceOf({ number, title, page, metadata: _, ...citation }: Citation): UIMessageChunk {
  return {
    type: "source-document",
    sourceId: String(number),
    mediaType: "text/plain",
    title,
    providerMetadata: { "spd-rag": { number, ...citation, ...(page !== undefined && { page }) } },
  }
}

const warningsOf = (warnings: readonly Warning[]): UIMessageChunk[] =>
  warnings.length === 0 ? [] : [{ type: "data-warnings", id: "warnings", data: warnings }]

const errorChunk = (errorText: string): UIMessageChunk => ({ type: "error", errorText })
