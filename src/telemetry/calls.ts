import type { Attributes, Context, Span } from "@opentelemetry/api"
import type {
  CallOrigin,
  Embedder,
  LLM,
  LLMRequest,
  LLMResponse,
  Prices,
  Reranker,
  RunTelemetry,
  TokenUsage,
} from "../contracts"
import { costOf } from "../policy/meter"
import type { PolicedLLM } from "../policy/plugs/policed-llm"
import { inputContent, outputContent } from "./content"
import { errorType, markFailed } from "./errors"
import type { Instruments } from "./instruments"
import { providerOf } from "./provider"
import type { Work } from "./work"

interface Call<T> {
  readonly operation: "chat" | "embeddings" | "rerank"
  readonly plug: LLM | Embedder | Reranker
  readonly origin: CallOrigin
  readonly parent: Context
  readonly attributes: Attributes
  readonly run: (span: Span) => Promise<T>
  readonly usageOf: (result: T) => TokenUsage | undefined
}

/** Plugs whose calls have spans, and are measured. */
export function createCalls(
  instruments: Instruments,
  work: Work,
  prices: Prices,
): Pick<RunTelemetry, "llm" | "embedder" | "reranker"> {
  const { api, tracer, content, callSeconds, tokens, cost } = instruments

  async function observed<T>({
    operation,
    plug,
    origin,
    parent,
    attributes,
    run,
    usageOf,
  }: Call<T>): Promise<T> {
    const { modelId } = plug
    const about = {
      "gen_ai.operation.name": operation,
      "gen_ai.provider.name": providerOf(plug),
      "gen_ai.request.model": modelId,
    }
    const details = { ...about, "spd_rag.stage": origin.stage, ...attributes }
    const span = tracer.startSpan(
      `${operation} ${modelId}`,
      { kind: api.SpanKind.CLIENT, attributes: details },
      parent,
    )
    const startedAt = performance.now()
    let failure: { "error.type"?: string } = {}
    try {
      const result = await api.context.with(api.trace.setSpan(parent, span), () => run(span))
      const usage = usageOf(result)
      if (usage !== undefined) record(span, usage, about, costOf(usage, prices[modelId]))
      return result
    } catch (error) {
      failure = { "error.type": errorType(error) }
      markFailed(api, span, errorType(error))
      throw error
    } finally {
      span.end()
      callSeconds.record((performance.now() - startedAt) / 1_000, { ...about, ...failure })
    }
  }

  function record(span: Span, usage: TokenUsage, about: Attributes, paid: number): void {
    const { inputTokens, outputTokens, cachedInputTokens } = usage
    span.setAttribute("gen_ai.usage.input_tokens", inputTokens)
    span.setAttribute("gen_ai.usage.output_tokens", outputTokens)
    if (cachedInputTokens !== undefined) {
      span.setAttribute("gen_ai.usage.cache_read.input_tokens", cachedInputTokens)
    }
    tokens.record(inputTokens, { ...about, "gen_ai.token.type": "input" })
    if (outputTokens > 0) tokens.record(outputTokens, { ...about, "gen_ai.token.type": "output" })
    if (paid > 0) cost.add(paid, about)
  }

  const parentOfChat = ({ stage, documentId }: CallOrigin, request: LLMRequest): Context => {
    if (stage === "coordinator") return work.plan()
    return stage === "synthesis" ? work.merge(request) : work.agent(documentId)
  }
  const chat = (plug: LLM, origin: CallOrigin, request: LLMRequest) => ({
    operation: "chat" as const,
    plug,
    origin,
    parent: parentOfChat(origin, request),
    attributes: {
      "gen_ai.output.type": request.jsonSchema === undefined ? "text" : "json",
      ...(request.temperature !== undefined && { "gen_ai.request.temperature": request.temperature }),
      ...(request.maxOutputTokens !== undefined && { "gen_ai.request.max_tokens": request.maxOutputTokens }),
      ...(content && inputContent(request)),
    },
  })
  const ended = (span: Span, { text, finishReason }: Pick<LLMResponse, "text" | "finishReason">) => {
    span.setAttribute("gen_ai.response.finish_reasons", [finishReason])
    if (content) span.setAttributes(outputContent(text, finishReason))
  }

  const streamed = (policed: PolicedLLM, plug: LLM, origin: CallOrigin): Partial<PolicedLLM> =>
    policed.streamed === undefined
      ? {}
      : {
          async streamed(request, onChunk) {
            const call = chat(plug, origin, request)
            let usage: TokenUsage | undefined
            await observed({
              ...call,
              attributes: { ...call.attributes, "gen_ai.request.stream": true },
              usageOf: () => usage,
              async run(span) {
                const startedAt = performance.now()
                let text = ""
                let isFirst = true
                let finishReason: LLMResponse["finishReason"] = "length"
                await policed.streamed!(request, (chunk) => {
                  if (isFirst && chunk.text !== "") {
                    isFirst = false
                    span.setAttribute(
                      "gen_ai.response.time_to_first_chunk",
                      (performance.now() - startedAt) / 1_000,
                    )
                  }
                  if (content) text = chunk.restart ? chunk.text : text + chunk.text
                  usage = chunk.usage ?? usage
                  finishReason = chunk.finishReason ?? finishReason
                  return onChunk(chunk)
                })
                ended(span, { text, finishReason })
              },
            })
          },
        }

  return {
    llm: (policed, plug, origin) => ({
      ...policed,
      generate: (request: LLMRequest) =>
        observed({
          ...chat(plug, origin, request),
          usageOf: (response) => response.usage,
          async run(span) {
            const response = await policed.generate(request)
            ended(span, response)
            return response
          },
        }),
      ...streamed(policed, plug, origin),
    }),
    embedder: (policed, plug, origin) => ({
      ...policed,
      embed: (request) =>
        observed({
          operation: "embeddings",
          plug,
          origin,
          parent: work.search(origin.documentId, request.texts[0]),
          attributes: {
            "gen_ai.embeddings.dimension.count": plug.dimensions,
            "spd_rag.embeddings.texts": request.texts.length,
          },
          usageOf: (response) => response?.usage,
          run: () => policed.embed(request),
        }),
    }),
    reranker: (policed, plug, origin) => ({
      ...policed,
      rerank: (request) =>
        observed({
          operation: "rerank",
          plug,
          origin,
          parent: work.search(origin.documentId, request.query),
          attributes: { "spd_rag.rerank.texts": request.texts.length },
          usageOf: (response) => response.usage,
          run: () => policed.rerank(request),
        }),
    }),
  }
}
