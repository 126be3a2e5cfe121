/// <reference types="node" />
import { resolve } from "node:path"
import type { SpdRagConfig } from "spd-rag"
import type { CommandHost } from "../host"
import type { CommandConfig } from "./config-shape"
import { loadConfig } from "./load-config"

/** Flags of every command that works on documents; the parser has checked their form. */
export interface Flags {
  readonly config?: string | undefined
  readonly set?: string | undefined
  readonly model?: string | undefined
  readonly maxCost?: number | undefined
  readonly concurrency?: number | undefined
  readonly resume?: boolean | undefined
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
}

/** What a command goes by: its flags, and the config file where they say nothing. */
export interface Settings extends Pick<CommandConfig, "model" | "prices" | "contextWindow" | "maxCost"> {
  readonly concurrency: number | undefined
  readonly resume: boolean
  readonly include: readonly string[] | undefined
  readonly exclude: readonly string[]
  /** The folder of the set and of what is kept, absolute. */
  readonly folder: string
  /** As it was named. */
  readonly folderName: string
  readonly rag: Partial<SpdRagConfig>
}

/** @throws UsageError for a config file that makes no sense */
export async function readSettings(flags: Flags, host: CommandHost): Promise<Settings> {
  const config = await loadConfig(host.cwd, flags.config)
  const folderName = flags.set ?? config.set ?? ".spd-rag"
  return {
    model: flags.model ?? config.model,
    prices: config.prices,
    contextWindow: config.contextWindow,
    maxCost: flags.maxCost ?? config.maxCost,
    concurrency: flags.concurrency ?? config.concurrency,
    resume: flags.resume ?? config.resume ?? false,
    include: flags.include ?? config.include,
    exclude: [...(config.exclude ?? []), ...(flags.exclude ?? [])],
    folder: resolve(host.cwd, folderName),
    folderName,
    rag: (config.rag ?? {}) as Partial<SpdRagConfig>,
  }
}
