import {
  type Answer,
  type AskOptions,
  type LLM,
  paperPreset,
  type SpdRag,
  type SpdRagConfig,
  spdRag,
} from "spd-rag"
import { offline } from "spd-rag/offline"
import { describe, expectTypeOf, it } from "vitest"

describe("config", () => {
  it("takes one model for all stages or one a stage", () => {
    expectTypeOf<LLM>().toExtend<SpdRagConfig["llm"]>()
    expectTypeOf<{ agent: LLM }>().toExtend<SpdRagConfig["llm"]>()
    expectTypeOf<{ reader: LLM }>().not.toExtend<NonNullable<SpdRagConfig["llm"]>>()
    expectTypeOf<"gpt-5">().not.toExtend<SpdRagConfig["llm"]>()
  })

  it("every option may be left out or undefined", () => {
    expectTypeOf<{ [K in keyof SpdRagConfig]?: undefined }>().toExtend<SpdRagConfig>()
    expectTypeOf<{ [K in keyof AskOptions]?: undefined }>().toExtend<AskOptions>()
  })

  it("refuses values of another kind", () => {
    expectTypeOf<{ concurrency: "16" }>().not.toExtend<SpdRagConfig>()
    expectTypeOf<{ routing: true }>().not.toExtend<SpdRagConfig>()
    expectTypeOf<{ limits: { maxTokens: string } }>().not.toExtend<SpdRagConfig>()
    // @ts-expect-error: there is no such option
    spdRag({ ...offline(), topK: 3 })
  })

  it("is what presets and stages without a model give", () => {
    expectTypeOf(paperPreset).toExtend<SpdRagConfig>()
    expectTypeOf(offline()).toExtend<SpdRagConfig>()
    expectTypeOf(spdRag).parameters.toEqualTypeOf<[config: SpdRagConfig]>()
    expectTypeOf(spdRag).returns.toEqualTypeOf<SpdRag>()
  })

  it("an answer is read-only", () => {
    expectTypeOf<ReturnType<SpdRag["ask"]>>().toEqualTypeOf<Promise<Answer>>()
    expectTypeOf<Answer["citations"]>().not.toExtend<unknown[]>()
  })
})
