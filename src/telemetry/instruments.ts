import type { Attributes, Counter, Histogram, Tracer } from "@opentelemetry/api"

export type Api = typeof import("@opentelemetry/api")

/** What all runs of an application are measured with. */
export interface Instruments {
  readonly api: Api
  readonly tracer: Tracer
  /** Whether spans hold what was said. */
  readonly content: boolean
  readonly callSeconds: Histogram
  readonly tokens: Histogram
  readonly runSeconds: Histogram
  readonly cost: Counter
  readonly documents: Counter
}

const name = "spd-rag"
/** Boundaries that the conventions recommend. */
const seconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const powersOfFour = Array.from({ length: 14 }, (_, power) => 4 ** power)

export function createInstruments(api: Api, content: boolean): Instruments {
  const meter = api.metrics.getMeter(name)
  const histogram = (metric: string, unit: string, description: string, boundaries: number[]) =>
    meter.createHistogram<Attributes>(metric, {
      unit,
      description,
      advice: { explicitBucketBoundaries: boundaries },
    })
  return {
    api,
    content,
    tracer: api.trace.getTracer(name),
    callSeconds: histogram(
      "gen_ai.client.operation.duration",
      "s",
      "Calls of models, with their retries",
      seconds,
    ),
    tokens: histogram("gen_ai.client.token.usage", "{token}", "Tokens of calls of models", powersOfFour),
    runSeconds: histogram("spd_rag.run.duration", "s", "Questions from start to answer", seconds),
    cost: meter.createCounter("spd_rag.cost", {
      description: "Cost of calls, in the currency of the prices",
    }),
    documents: meter.createCounter("spd_rag.documents", {
      unit: "{document}",
      description: "Documents asked, by what became of them",
    }),
  }
}
