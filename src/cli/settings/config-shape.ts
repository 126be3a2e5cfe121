import type { Prices } from "spd-rag"
import { z } from "zod"

/** What `spd-rag.config.*` may say; the command line goes before it. */
export interface CommandConfig {
  /** As of `--model`. */
  readonly model?: string | undefined
  /** US dollars, by the model's own name: `{ "gemini-2.5-flash": { inputPerMillionTokens: 0.3 } }`. */
  readonly prices?: Prices | undefined
  /** Tokens that a call of the model may hold, prompt and output together. */
  readonly contextWindow?: number | undefined
  readonly maxCost?: number | undefined
  readonly concurrency?: number | undefined
  readonly resume?: boolean | undefined
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** The folder of the set. */
  readonly set?: string | undefined
  /** Options of `spdRag` as they are, plugs too: `{ embedder, reranker, instructions, ... }`. */
  readonly rag?: { readonly [option: string]: unknown } | undefined
}

const price = z.strictObject({
  inputPerMillionTokens: z.number().nonnegative(),
  outputPerMillionTokens: z.number().nonnegative().optional(),
  cachedInputPerMillionTokens: z.number().nonnegative().optional(),
  perBilledUnit: z.number().nonnegative().optional(),
})

const patterns = z.array(z.string().min(1)).optional()

export const configShape: z.ZodType<CommandConfig> = z.strictObject({
  model: z.string().min(1).optional(),
  prices: z.record(z.string(), price).optional(),
  contextWindow: z.int().positive().optional(),
  maxCost: z.number().positive().optional(),
  concurrency: z.int().positive().optional(),
  resume: z.boolean().optional(),
  include: patterns,
  exclude: patterns,
  set: z.string().min(1).optional(),
  rag: z.record(z.string(), z.unknown()).optional(),
})
