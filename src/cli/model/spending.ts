import type { LLM, LLMChunk, LLMRequest, Prices, TokenUsage } from "spd-rag"

/** What the calls of a command have used so far. */
export interface Spending {
  readonly tokens: number
  /** In US dollars; undefined where a model has no price. */
  readonly cost: number | undefined
}

export interface SpendingMeter {
  /** The same model, whose calls are counted. */
  metered(llm: LLM): LLM
  spent(): Spending
}

/** Counts while a run is under way; its answer's `usage` has the whole afterwards. */
export function createSpendingMeter(prices: Prices): SpendingMeter {
  let tokens = 0
  let cost: number | undefined = 0
  const add = (modelId: string, usage: TokenUsage | undefined) => {
    if (usage === undefined) return
    tokens += usage.inputTokens + usage.outputTokens
    const price = prices[modelId]
    if (price === undefined || cost === undefined) {
      cost = undefined
      return
    }
    const { inputPerMillionTokens, outputPerMillionTokens = 0 } = price
    const cached = usage.cachedInputTokens ?? 0
    const cachedPrice = price.cachedInputPerMillionTokens ?? inputPerMillionTokens
    const input = (usage.inputTokens - cached) * inputPerMillionTokens + cached * cachedPrice
    cost += (input + usage.outputTokens * outputPerMillionTokens) / 1_000_000
  }
  return {
    metered(llm) {
      const { modelId } = llm
      return {
        ...llm,
        async generate(request) {
          const response = await llm.generate(request)
          add(modelId, response.usage)
          return response
        },
        ...(llm.stream && {
          async *stream(request: LLMRequest): AsyncGenerator<LLMChunk> {
            for await (const chunk of llm.stream!(request)) {
              add(modelId, chunk.usage)
              yield chunk
            }
          },
        }),
      }
    },
    spent: () => ({ tokens, cost }),
  }
}
