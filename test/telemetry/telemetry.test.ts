import { metrics, trace } from "@opentelemetry/api"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base"
import { ProviderError, type SpdRagConfig, spdRag } from "spd-rag"
import { memoryCache } from "spd-rag/cache"
import { openTelemetry } from "spd-rag/telemetry"
import { fakeEmbedder, fakeLLM, fakeReranker, promptOf, stageOf } from "spd-rag/testing"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { codeWordModel, codeWordReply, documentText, sevenDocuments } from "../support/model"

const spans = new InMemorySpanExporter()
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 })
beforeAll(() => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
})
afterAll(async () => {
  await reader.shutdown()
  trace.disable()
  metrics.disable()
})
beforeEach(() => spans.reset())

async function rag(config: SpdRagConfig, documents = sevenDocuments()) {
  const made = spdRag(config)
  await made.add(documents)
  spans.reset()
  return made
}

/** Each span as its name under that of its parent, up to the root. */
function paths(all: readonly ReadableSpan[]): readonly string[] {
  const byId = new Map(all.map((span) => [span.spanContext().spanId, span]))
  const pathOf = (span: ReadableSpan): string => {
    const parent = span.parentSpanContext && byId.get(span.parentSpanContext.spanId)
    return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`
  }
  return all.map(pathOf)
}

function countsOf(names: readonly string[]): { readonly [name: string]: number } {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const named = (name: string) => spans.getFinishedSpans().filter((span) => span.name === name)

describe("a run with telemetry", () => {
  it("is one tree of spans that names every call, by the conventions", async () => {
    const llm = codeWordModel()
    const embedder = fakeEmbedder()
    const documents = Array.from({ length: 20 }, (_, at) => ({
      id: `doc-${at}`,
      text: documentText(`word${at}`),
    }))
    const made = await rag(
      {
        llm,
        embedder,
        reranker: fakeReranker(),
        agentOptions: { readWholeTokens: 0 },
        synthesis: { maxBatchTokens: 900 },
        telemetry: await openTelemetry(),
      },
      documents,
    )
    const { usage, tree } = await made.ask("Which code words?")

    const all = spans.getFinishedSpans()
    expect(new Set(all.map((span) => span.spanContext().traceId)).size).toBe(1)
    const root = "invoke_workflow spd-rag"
    const [agent, merge] = [`${root} > invoke_agent document-agent`, `${root} > invoke_agent synthesizer`]
    const merges = llm.calls.filter((call) => stageOf(call) === "synthesis").length
    expect(merges).toBeGreaterThan(2)
    expect(tree.kind === "merge" && tree.round).toBeGreaterThan(1)
    expect(countsOf(paths(all))).toEqual({
      [root]: 1,
      [`${root} > plan`]: 1,
      [`${root} > plan > chat fake-llm`]: 1,
      [agent]: 20,
      [`${agent} > chat fake-llm`]: 40,
      [`${agent} > retrieval`]: 20,
      [`${agent} > retrieval > rerank fake-reranker`]: 20,
      // The query that every agent makes is embedded once, for all of them.
      [`${root} > embeddings fake-embedder`]: usage.byStage.synthesis!.calls - merges + 1,
      [merge]: merges,
      [`${merge} > chat fake-llm`]: merges,
    })
    const calls = all.filter(({ name }) => /^(chat|embeddings|rerank) /.test(name))
    expect(calls).toHaveLength(usage.calls)
    const [chat] = named("chat fake-llm")
    expect(chat!.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "custom",
      "gen_ai.request.model": "fake-llm",
      "gen_ai.output.type": "json",
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": expect.any(Number),
      "gen_ai.usage.output_tokens": expect.any(Number),
    })
    expect(
      calls.reduce((sum, { attributes }) => sum + Number(attributes["gen_ai.usage.input_tokens"] ?? 0), 0),
    ).toBe(usage.inputTokens)
    const [reading] = named("invoke_agent document-agent")
    expect(reading!.attributes).toEqual({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "document-agent",
      "spd_rag.document.id": expect.stringMatching(/^doc-\d+$/),
      "spd_rag.document.status": "answered",
    })
    // Each ends before what it is a part of.
    const ended = new Map(all.map((span, at) => [span.spanContext().spanId, at]))
    for (const span of all) {
      const { spanId } = span.spanContext()
      const parentId = span.parentSpanContext?.spanId
      if (parentId !== undefined) expect(ended.get(spanId)).toBeLessThan(ended.get(parentId)!)
    }
  })

  it("says nothing of what was said, unless asked", async () => {
    const telemetry = await openTelemetry()
    await (await rag({ llm: codeWordModel(), telemetry })).ask("Which code words?")
    const quiet = JSON.stringify(
      spans.getFinishedSpans().map(({ attributes, events }) => [attributes, events]),
    )
    expect(quiet).not.toMatch(/code word|alpha/)

    const open = await openTelemetry({ content: true })
    await (await rag({ llm: codeWordModel(), telemetry: open })).ask("Which code words?")
    const [run] = named("invoke_workflow spd-rag")
    expect(run!.attributes["spd_rag.question"]).toBe("Which code words?")
    const chats = named("chat fake-llm").map(({ attributes }) => attributes)
    expect(chats.some((chat) => String(chat["gen_ai.input.messages"]).includes("document is alpha"))).toBe(
      true,
    )
    expect(JSON.parse(String(chats[0]!["gen_ai.output.messages"]))).toMatchObject([
      { role: "assistant", parts: [{ type: "text" }], finish_reason: "stop" },
    ])
  })

  it("marks what fails by its kind, and tells of retries", async () => {
    let refused = false
    const llm = fakeLLM((request) => {
      if (stageOf(request) === "agent" && promptOf(request).includes("bravo")) {
        throw new ProviderError("bravo is refused", { provider: "p", status: 400 })
      }
      if (stageOf(request) === "coordinator" && !refused) {
        refused = true
        throw new ProviderError("Busy.", { provider: "p", status: 503 })
      }
      return codeWordReply(request)
    })
    const retry = { initialDelayMs: 1, maxDelayMs: 1 }
    await (await rag({ llm, retry, telemetry: await openTelemetry() })).ask("Which code words?")
    const failed = spans.getFinishedSpans().filter(({ status }) => status.code === 2)
    expect(failed.map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual([
      ["chat fake-llm", "400"],
      ["invoke_agent document-agent", "DocumentAgentError"],
    ])
    expect(JSON.stringify(failed.map(({ status, events }) => [status, events]))).not.toContain("bravo")
    const [run] = named("invoke_workflow spd-rag")
    expect(run!.events).toMatchObject([{ name: "call-retry", attributes: { "spd_rag.attempt": 1 } }])
  })

  it("ends all its spans where it is aborted, and is marked", async () => {
    const abort = new AbortController()
    const llm = fakeLLM((request) => {
      if (stageOf(request) === "agent") abort.abort(new DOMException("Enough.", "AbortError"))
      return codeWordReply(request)
    })
    const asking = (await rag({ llm, telemetry: await openTelemetry() })).ask("Which?", {
      signal: abort.signal,
    })
    await expect(asking).rejects.toThrow("Enough.")
    await expect.poll(() => countsOf(paths(spans.getFinishedSpans()))["invoke_workflow spd-rag"]).toBe(1)
    const [run] = named("invoke_workflow spd-rag")
    expect(run!.attributes["error.type"]).toBe("AbortError")
  })

  it("has a tree of its own beside another one", async () => {
    const made = await rag({ llm: codeWordModel(), telemetry: await openTelemetry() })
    await Promise.all([made.ask("Which code words?"), made.ask("What are the words?")])
    const byTrace = new Map<string, ReadableSpan[]>()
    for (const span of spans.getFinishedSpans()) {
      const { traceId } = span.spanContext()
      byTrace.set(traceId, [...(byTrace.get(traceId) ?? []), span])
    }
    const [one, other] = [...byTrace.values()].map((all) => countsOf(paths(all)))
    expect(byTrace.size).toBe(2)
    expect(one).toEqual(other)
  })

  it("has no call where the cache answers", async () => {
    const made = await rag({ llm: codeWordModel(), cache: memoryCache(), telemetry: await openTelemetry() })
    await made.ask("Which code words?")
    spans.reset()
    await made.ask("Which code words?")
    expect(named("chat fake-llm")).toEqual([])
    expect(named("invoke_agent document-agent")).toHaveLength(7)
  })

  it("is measured: calls, tokens, cost, documents and time", async () => {
    measured.reset()
    const prices = { "fake-llm": { inputPerMillionTokens: 1_000 } }
    const made = await rag({ llm: codeWordModel(), prices, telemetry: await openTelemetry() })
    const before = await sums()
    const { usage } = await made.ask("Which code words?")
    const after = await sums()
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(grown("gen_ai.client.operation.duration count")).toBe(usage.calls)
    expect(grown("gen_ai.client.token.usage sum")).toBe(usage.inputTokens + usage.outputTokens)
    expect(grown("spd_rag.cost sum")).toBeCloseTo(usage.cost, 9)
    expect(grown("spd_rag.documents sum")).toBe(7)
    expect(grown("spd_rag.run.duration count")).toBe(1)
  })

  it("that never streams in itself answers the same with telemetry", async () => {
    const plain = await (await rag({ llm: codeWordModel({ streamPieces: 5 }) })).ask("Which code words?")
    const told = await (
      await rag({ llm: codeWordModel({ streamPieces: 5 }), telemetry: await openTelemetry() })
    ).ask("Which code words?")
    expect({ ...told, durationMs: 0 }).toEqual({ ...plain, durationMs: 0 })
    expect(
      named("chat fake-llm").filter(({ attributes }) => attributes["gen_ai.request.stream"]),
    ).toMatchObject([{ attributes: { "gen_ai.response.time_to_first_chunk": expect.any(Number) } }])
  })
})

/** All figures of each metric together, over all their attributes. */
async function sums(): Promise<ReadonlyMap<string, number>> {
  const { resourceMetrics } = await reader.collect()
  const all = new Map<string, number>()
  const add = (name: string, value: number) => all.set(name, (all.get(name) ?? 0) + value)
  for (const { descriptor, dataPoints } of resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)) {
    for (const { value } of dataPoints) {
      if (typeof value === "number") add(`${descriptor.name} sum`, value)
      else {
        const { count, sum } = value as { count: number; sum?: number }
        add(`${descriptor.name} count`, count)
        add(`${descriptor.name} sum`, sum ?? 0)
      }
    }
  }
  return all
}
