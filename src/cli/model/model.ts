import type { LLM, ModelPrice } from "spd-rag"
import { UsageError } from "../errors"
import type { CommandHost } from "../host"
import type { ModelNames } from "../sentence"

export interface OpenedModel {
  readonly llm: LLM
  readonly names: ModelNames
  /** Of the provider's list, where it is known; nothing for a model on this machine. */
  readonly price?: ModelPrice | undefined
  /** Calls at a time that make sense, where they are few. */
  readonly concurrency?: number | undefined
  /** Milliseconds that an attempt may take, where the usual ones are too few. */
  readonly attemptTimeoutMs?: number | undefined
  readonly dispose?: (() => Promise<void>) | undefined
}

export interface ModelSettings {
  readonly env: CommandHost["env"]
  readonly cwd: string
  /** Tokens of a call. */
  readonly contextWindow?: number | undefined
}

/** @throws UsageError where the environment has no such key */
export function keyOf(variable: string, name: string, env: CommandHost["env"]): string {
  const key = env[variable]?.trim()
  if (key) return key
  throw new UsageError(
    `--model ${name} needs a key in the environment variable ${variable}; without --model no key is needed.`,
  )
}
