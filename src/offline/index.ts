import type { Coordinator, DocumentAgent, Synthesizer } from "../contracts"
import { type OfflineAgentOptions, offlineAgent } from "./agent"
import { offlineCoordinator } from "./coordinator"
import { type OfflineSynthesizerOptions, offlineSynthesizer } from "./synthesizer"

export type { OfflineAgentOptions, OfflineSynthesizerOptions }
export { offlineAgent, offlineCoordinator, offlineSynthesizer }

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
  return {
    coordinator: offlineCoordinator(),
    agent: offlineAgent(options),
    synthesizer: offlineSynthesizer(options),
  }
}
