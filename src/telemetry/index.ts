/**
 * Spans and metrics of OpenTelemetry.
 *
 * @module spd-rag/telemetry
 */
import type { Telemetry } from "../contracts"
import { type Checks, checkOptions, optional } from "../runtime/check/options"
import { yesOrNo } from "../runtime/check/values"
import { loadPeer } from "../runtime/load-peer"
import { createInstruments } from "./instruments"
import { startRun } from "./run"

/** What spans and metrics hold. */
export interface OpenTelemetryOptions {
  /** Puts questions, queries, prompts and replies into spans; they hold text of documents. @default false */
  readonly content?: boolean | undefined
}

const optionChecks: Checks<OpenTelemetryOptions> = { content: optional(yesOrNo, false) }

/**
 * Spans and metrics of runs by the GenAI semantic conventions of OpenTelemetry, for the tracer and the meter that the
 * application has registered: `spdRag({ telemetry: await openTelemetry() })`.
 *
 * @throws InvalidArgumentError that names the option, or says what to install
 */
export async function openTelemetry(options?: OpenTelemetryOptions): Promise<Telemetry> {
  const { content = false } = checkOptions(options, optionChecks, "options")
  const api = await loadPeer("@opentelemetry/api", "^1.9.0", () => import("@opentelemetry/api"))
  const instruments = createInstruments(api, content)
  return { startRun: (start) => startRun(instruments, start) }
}
