/**
 * Stages that need no model: they quote the sentences that fit.
 *
 * @module spd-rag/offline
 */
import type { Coordinator, DocumentAgent, Synthesizer } from "../contracts"
import { checkOptions } from "../runtime/check/options"
import { type OfflineAgentOptions, offlineAgent, offlineAgentChecks } from "./agent"
import { offlineCoordinator } from "./coordinator"
import { type OfflineSynthesizerOptions, offlineSynthesizer, offlineSynthesizerChecks } from "./synthesizer"

export type { OfflineAgentOptions, OfflineSynthesizerOptions }
export { offlineAgent, offlineCoordinator, offlineSynthesizer }

const optionChecks = { ...offlineAgentChecks, ...offlineSynthesizerChecks }

/** All three stages, none of which needs a model. */
export interface OfflineStages {
  readonly coordinator: Coordinator
  readonly agent: DocumentAgent
  readonly synthesizer: Synthesizer
}

/**
 * All three stages without a model, key or download: `spdRag({ ...offline() })`. They quote, and write nothing of
 * their own; the same documents and question always give the same answer.
 */
export function offline(options: OfflineAgentOptions & OfflineSynthesizerOptions = {}): OfflineStages {
  const { threshold, maxQuotes, ...synthesis } = checkOptions(options, optionChecks, "options")
  return {
    coordinator: offlineCoordinator(),
    agent: offlineAgent({ threshold, maxQuotes }),
    synthesizer: offlineSynthesizer(synthesis),
  }
}
