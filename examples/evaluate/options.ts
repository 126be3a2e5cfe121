import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

export const systemNames = ["spd-rag", "spd-rag-paper", "normal-rag", "agentic-rag", "full-context"] as const
export type SystemName = (typeof systemNames)[number]
export const providers = ["offline", "perfect", "title", "gemini"] as const
/** One of `providers`, or a module of the user's own. */
export type Provider = (typeof providers)[number] | `${string}.mjs`

export interface EvaluateOptions {
  readonly benchmark: "loong" | "coverage" | "reading" | "tables"
  readonly set: number | undefined
  readonly systems: readonly SystemName[]
  readonly provider: Provider
  readonly limit: number | undefined
  /** Instances of Loong at a time. */
  readonly concurrency: number
  readonly questions: readonly string[] | undefined
  readonly data: string
  readonly out: string
  readonly prices: string | undefined
  readonly judge: string | undefined
  readonly retryFailed: boolean
  /** File of a local model. */
  readonly model: string | undefined
}

export const usage = `npm run evaluate -- --benchmark loong|coverage|reading|tables [options]
  --set 1..4            Loong: the set (default: all)
  --systems A,B         of ${systemNames.join(", ")} (default: all; spd-rag-paper: with paperPreset)
  --provider P          ${providers.join(", ")} (default: offline; title: Loong's citation rows; gemini: needs
                        GEMINI_API_KEY), or FILE.mjs: its default export is a config for spdRag, \`judge\` an LLM
  --limit N             the first N instances of Loong, contracts, or excerpts
  --questions A,B       coverage: CUAD columns (default: all seven)
  --concurrency N       Loong: instances at a time (default: 4 with a model, else 1)
  --data FOLDER         the data (default: SPD_RAG_DATA, then ../shared/data)
  --out FOLDER          run log, tables and plots (default: evaluation-results)
  --prices FILE         JSON, as the option \`prices\`, over the list prices
  --judge MODEL         Loong with gemini: the judge's model (default: gemini-2.5-pro; none: no judge)
  --model FILE          reading, tables: reads short excerpts with a model of this machine, a GGUF file; needs
                        node-llama-cpp, here or in the project of SPD_RAG_LLAMA_PATH
  --retry-failed        run failed instances of the log again`

/** @throws Error with one sentence for a flag that makes no sense */
export function readOptions(argv: readonly string[]): EvaluateOptions {
  const string = { type: "string" } as const
  const { values } = parseArgs({
    args: [...argv],
    options: {
      benchmark: string,
      set: string,
      systems: string,
      provider: string,
      limit: string,
      concurrency: string,
      questions: string,
      data: string,
      out: string,
      prices: string,
      judge: string,
      model: string,
      "retry-failed": { type: "boolean" },
    },
  })
  const benchmark = oneOf("benchmark", values.benchmark, ["loong", "coverage", "reading", "tables"] as const)
  const provider = providerOf(values.provider ?? "offline")
  if (benchmark !== "loong" && provider === "title") {
    throw new Error("--provider title knows Loong's citation rows only.")
  }
  if (benchmark === "reading" && values.model === undefined) {
    throw new Error("--benchmark reading needs --model FILE.")
  }
  const systems = values.systems?.split(",").map((name) => oneOf("systems", name.trim(), systemNames))
  return {
    benchmark,
    set: integer("set", values.set),
    systems: systems ?? systemNames,
    provider,
    limit: integer("limit", values.limit),
    concurrency:
      integer("concurrency", values.concurrency) ?? (provider === "gemini" || isModule(provider) ? 4 : 1),
    questions: values.questions?.split(",").map((name) => name.trim()),
    data: values.data ?? process.env.SPD_RAG_DATA ?? beside(),
    out: values.out ?? "evaluation-results",
    prices: values.prices,
    judge: values.judge === "none" ? undefined : (values.judge ?? "gemini-2.5-pro"),
    model: values.model,
    retryFailed: values["retry-failed"] ?? false,
  }
}

export function isModule(provider: Provider): provider is `${string}.mjs` {
  return provider.endsWith(".mjs")
}

function providerOf(value: string): Provider {
  return value.endsWith(".mjs") ? (value as Provider) : oneOf("provider", value, providers)
}

function beside(): string {
  const folder = fileURLToPath(new URL("../../../shared/data", import.meta.url))
  if (existsSync(folder)) return folder
  throw new Error("No data: give --data FOLDER or set SPD_RAG_DATA.")
}

function oneOf<T extends string>(flag: string, value: string | undefined, known: readonly T[]): T {
  const found = known.find((name) => name === value)
  if (found === undefined)
    throw new Error(`--${flag} must be ${known.join(" or ")}, not ${value ?? "left out"}.`)
  return found
}

function integer(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${flag} must be a whole number from 1, not ${value}.`)
  return Number(value)
}
