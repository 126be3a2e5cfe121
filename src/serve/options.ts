import type { SpdRagConfig } from "../config/options"
import { resolveConfig } from "../config/resolve"
import { InvalidArgumentError } from "../errors"
import {
  type Check,
  type Checks,
  checkOptions,
  type Filled,
  isRecord,
  listOf,
  optional,
} from "../runtime/check/options"
import { clockPlug, plug } from "../runtime/check/plugs"
import { filledText, finiteFrom, integerFrom, valueThat } from "../runtime/check/values"
import { type Clock, systemClock } from "../runtime/clock"
import type { SpdRag } from "../spd-rag"

/** What a set of a visitor's own files is made with; its store is in memory, and no other visitor's. */
export type VisitorConfig = Omit<SpdRagConfig, "vectorStore">

/** What the live page asks, and how much of it at once. */
export interface AppOptions {
  /** A set that every visitor may ask. Give this, or `config`, or both. */
  readonly rag?: SpdRag | undefined
  /** Lets visitors ask files of their own: each visitor's go into a set of its own. */
  readonly config?: VisitorConfig | undefined
  /** Names of hosts that the page may be asked for under, without port. @default 127.0.0.1, localhost and [::1] */
  readonly hosts?: readonly string[] | undefined
  /** Questions that are answered at once, of all visitors. @default 4 */
  readonly maxRuns?: number | undefined
  /** Sets of visitors' files at once; one that nobody used for an hour makes room. @default 16 */
  readonly maxSets?: number | undefined
  /** @default 52_428_800 */
  readonly maxFileBytes?: number | undefined
  /** Of all files of one visitor. @default 209_715_200 */
  readonly maxSetBytes?: number | undefined
  /** How long a run goes on after its page has left without a word, in milliseconds. @default 30_000 */
  readonly graceMs?: number | undefined
  /** @default the machine's clock */
  readonly clock?: Clock | undefined
}

export type ResolvedAppOptions = Filled<AppOptions, "rag" | "config">

const config: Check<VisitorConfig> = (value, path) => {
  if (isRecord(value) && value.vectorStore !== undefined) {
    throw new InvalidArgumentError(
      `${path}.vectorStore`,
      value.vectorStore,
      "left out: each visitor's files are in a store of their own, in memory",
    )
  }
  // Before the first visitor comes, not with the first file.
  resolveConfig(value as SpdRagConfig)
  return value as VisitorConfig
}

export const appChecks: Checks<AppOptions> = {
  rag: optional(plug<SpdRag>("a set made by `spdRag`", ["stream", "documents"])),
  config: optional(config),
  hosts: optional(listOf(filledText("the name of a host")), ["127.0.0.1", "localhost", "[::1]"]),
  maxRuns: optional(integerFrom(1), 4),
  maxSets: optional(integerFrom(1), 16),
  maxFileBytes: optional(integerFrom(1), 52_428_800),
  maxSetBytes: optional(integerFrom(1), 209_715_200),
  graceMs: optional(finiteFrom(0), 30_000),
  clock: optional(clockPlug, systemClock),
}

/** @throws InvalidArgumentError that names the option */
export function resolveAppOptions(options: AppOptions): ResolvedAppOptions {
  const resolved = checkOptions(options, appChecks, "options") as ResolvedAppOptions
  if (resolved.rag === undefined && resolved.config === undefined) {
    throw new InvalidArgumentError(
      "options",
      options,
      "given a `rag` to ask, or a `config` for visitors' files",
    )
  }
  return resolved
}

export const portNumber: Check<number> = valueThat(
  "a port from 0 to 65535",
  (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
)
