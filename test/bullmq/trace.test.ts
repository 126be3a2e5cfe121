import { trace } from "@opentelemetry/api"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { spdRag } from "spd-rag"
import { bullmqAgent, startAgentWorker } from "spd-rag/bullmq"
import { memoryVectorStore } from "spd-rag/memory"
import { openTelemetry } from "spd-rag/telemetry"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments } from "../support/model"
import { noRedis, type RedisServer, startRedis } from "./redis-server"

if (noRedis !== undefined) console.log(noRedis)

describe.skipIf(noRedis !== undefined)("telemetry through workers", () => {
  const spans = new InMemorySpanExporter()
  let redis: RedisServer
  beforeAll(async () => {
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
    )
    redis = await startRedis()
  })
  afterAll(async () => {
    trace.disable()
    await redis.stop()
  })

  it("is one tree: what a worker does is below the asker's agent", async () => {
    const connection = { host: "127.0.0.1", port: redis.port }
    const vectorStore = memoryVectorStore()
    const config = { vectorStore, agentOptions: { readWholeTokens: 0 }, telemetry: await openTelemetry() }
    const worker = await startAgentWorker({
      connection,
      queue: "q",
      rag: spdRag({ ...config, llm: codeWordModel({ modelId: "of-worker" }) }),
    })
    const agent = bullmqAgent({ connection, queue: "q" })
    const rag = spdRag({ ...config, llm: codeWordModel({ modelId: "of-asker" }), agent })
    await rag.add(sevenDocuments())
    spans.reset()
    await rag.ask("Which code words?", { onEvent: () => {} })
    await agent.close()
    await worker.close()

    const all = spans.getFinishedSpans()
    const byId = new Map(all.map((span) => [span.spanContext().spanId, span]))
    const parentOf = (span: (typeof all)[number]) => byId.get(span.parentSpanContext?.spanId ?? "")
    expect(new Set(all.map((span) => span.spanContext().traceId)).size).toBe(1)
    expect(all.filter((span) => parentOf(span) === undefined).map(({ name }) => name)).toEqual([
      "invoke_workflow spd-rag",
    ])
    const readings = all.filter(({ name }) => name === "invoke_agent document-agent")
    const [ofAsker, ofWorker] = [
      readings.filter((span) => !isReading(parentOf(span))),
      readings.filter((span) => isReading(parentOf(span))),
    ]
    expect([ofAsker.length, ofWorker.length]).toEqual([7, 7])
    for (const span of ofWorker) {
      const id = span.attributes["spd_rag.document.id"]
      expect(parentOf(span)?.attributes["spd_rag.document.id"]).toBe(id)
      expect(span.parentSpanContext?.isRemote).toBe(true)
    }
    const work = all.filter(({ name }) => name === "retrieval" || name === "chat of-worker")
    expect(work).toHaveLength(7 + 14)
    expect(work.every((span) => ofWorker.includes(parentOf(span)!))).toBe(true)
  })
})

function isReading(span: { readonly name: string } | undefined): boolean {
  return span?.name === "invoke_agent document-agent"
}
