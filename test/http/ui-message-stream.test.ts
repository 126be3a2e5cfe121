import { createUIMessageStreamResponse, DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai"
import { type SpdRagEvent, spdRag } from "spd-rag"
import { answerTextOf, toUIMessageStream, type UIMessageChunk } from "spd-rag/http"
import { offline } from "spd-rag/offline"
import { describe, expect, it } from "vitest"
import { demoRag } from "../support/demo-rag"
import { heldEvents } from "./events"

/** As `useChat` reads it: over the wire, through the AI SDK's own transport, parser and reader. */
async function received(stream: ReadableStream<UIMessageChunk>) {
  const transport = new DefaultChatTransport({
    fetch: async () => createUIMessageStreamResponse({ stream }),
  })
  const chunks = await transport.sendMessages({
    trigger: "submit-message",
    chatId: "1",
    messageId: undefined,
    messages: [],
    abortSignal: undefined,
  })
  const messages: UIMessage[] = []
  const errors: unknown[] = []
  const read = readUIMessageStream({ stream: chunks, onError: (error) => errors.push(error) })
  for await (const message of read) messages.push(message)
  return { message: messages.at(-1)!, messages, errors }
}

const partsOf = (message: UIMessage, type: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: parts as they came
  message.parts.filter((part) => part.type === type) as any[]

async function* given(...events: object[]): AsyncGenerator<SpdRagEvent> {
  yield* events as SpdRagEvent[]
}

describe("toUIMessageStream, read by the AI SDK", () => {
  it("gives the answer as it is written, its sources, plan, progress and coverage", async () => {
    const { rag } = await demoRag()
    const answer = await rag.ask("What are the payment terms?")
    const { message, messages, errors } = await received(toUIMessageStream(rag.stream(answer.question)))
    expect(errors).toEqual([])
    expect(answerTextOf(message)).toBe(answer.text)
    const lengths = new Set(messages.map((one) => answerTextOf(one).length))
    expect(lengths.size).toBeGreaterThan(3)
    expect(partsOf(message, "source-document")).toEqual(
      answer.citations.map(({ number, title, ...citation }) => ({
        type: "source-document",
        sourceId: String(number),
        mediaType: "text/plain",
        title,
        providerMetadata: { "spd-rag": { number, ...citation } },
      })),
    )
    expect(partsOf(message, "data-plan")).toEqual([{ type: "data-plan", id: "plan", data: answer.plan }])
    const [progress, ...more] = partsOf(message, "data-progress")
    expect([progress.data.stage, more]).toEqual(["merging", []])
    expect(partsOf(message, "data-coverage")[0].data.counts).toMatchObject({ answered: 5, failed: 1 })
    expect(partsOf(message, "data-warnings")[0].data).toEqual(answer.warnings)
    expect(message.metadata).toMatchObject({ calls: answer.usage.calls })
  })

  it("gives the answer of a run without a model whole", async () => {
    const rag = spdRag(offline())
    await rag.add([{ id: "a.txt", text: "The debt was paid in May." }])
    const { message } = await received(toUIMessageStream(rag.stream("When was the debt paid?")))
    expect(answerTextOf(message)).toContain("The debt was paid in May.")
  })

  it("tells text that was taken back from the answer", async () => {
    const events = given(
      { type: "answer-delta", text: "Wrong." },
      { type: "answer-delta", text: "", restart: true },
      { type: "answer-delta", text: "Right" },
      { type: "answer-delta", text: " now." },
    )
    const { message } = await received(toUIMessageStream(events))
    expect(partsOf(message, "text").map(({ text }) => text)).toEqual(["Wrong.", "Right now."])
    expect(answerTextOf(message)).toBe("Right now.")
  })

  it("tells a failure once, and an abort as one", async () => {
    const failed = await received(toUIMessageStream(spdRag(offline()).stream("What is said?")))
    expect(failed.errors).toHaveLength(1)
    expect(String(failed.errors[0])).toMatch(/document/)

    const { rag } = await demoRag()
    const aborted = await received(toUIMessageStream(rag.stream("What?", { signal: AbortSignal.abort() })))
    expect(aborted.errors).toEqual([])

    const source = heldEvents()
    source.push(new Error("/home/me/key.txt can't be read"))
    const broken = await received(toUIMessageStream(source as never))
    expect(String(broken.errors[0])).toContain("The run failed.")
  })

  it("ends the run when the stream is left", async () => {
    const { rag, llm } = await demoRag(() => new Promise(() => {}))
    const reader = toUIMessageStream(rag.stream("What are the payment terms?")).getReader()
    await reader.read()
    void reader.read()
    await expect.poll(() => llm.calls.length).toBe(1)
    await reader.cancel()
    await expect.poll(() => llm.calls[0]!.signal?.aborted).toBe(true)
  })
})
