import { defaultOutputTokens } from "../calls/generate-json"
import { InvalidArgumentError } from "../errors"

/** How one document's agent reads. */
export interface AgentOptions {
  /** Searches one agent may make in all (paper: 5). @default 5 */
  readonly maxSearches?: number | undefined
  /** Queries the agent may ask in one turn; the paper's agents ask 1. @default 3 */
  readonly maxQueriesPerTurn?: number | undefined
  /** A document of at most this many tokens is shown whole at once and needs no search; 0 switches it off. @default 8_000 */
  readonly readWholeTokens?: number | undefined
  /** Sends a passage again each time a search returns it, as the published method does. @default false */
  readonly repeatPassages?: boolean | undefined
  /** @default 8_192, or a quarter of the model's window where that is less */
  readonly maxOutputTokens?: number | undefined
  /** @default 0 */
  readonly temperature?: number | undefined
  /** In place of the built-in rules; the reply's JSON shape stays the same. */
  readonly prompt?: string | undefined
}

export type ResolvedAgentOptions = {
  readonly [K in Exclude<keyof AgentOptions, "prompt">]-?: NonNullable<AgentOptions[K]>
} & { readonly prompt: string | undefined }

export function resolveAgentOptions(
  options: AgentOptions | undefined,
  contextWindow: number = Number.POSITIVE_INFINITY,
): ResolvedAgentOptions {
  const resolved = {
    maxSearches: options?.maxSearches ?? 5,
    maxQueriesPerTurn: options?.maxQueriesPerTurn ?? 3,
    readWholeTokens: options?.readWholeTokens ?? 8_000,
    repeatPassages: options?.repeatPassages ?? false,
    maxOutputTokens: options?.maxOutputTokens ?? defaultOutputTokens(contextWindow),
    temperature: options?.temperature ?? 0,
    prompt: options?.prompt,
  }
  for (const name of ["maxSearches", "maxQueriesPerTurn", "maxOutputTokens"] as const) {
    if (!Number.isInteger(resolved[name]) || resolved[name] < 1) {
      throw new InvalidArgumentError(`agentOptions.${name}`, resolved[name], "an integer from 1 up")
    }
  }
  for (const name of ["readWholeTokens", "temperature"] as const) {
    if (!(resolved[name] >= 0)) {
      throw new InvalidArgumentError(`agentOptions.${name}`, resolved[name], "a number from 0 up")
    }
  }
  return resolved
}
