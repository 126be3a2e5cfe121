import type { LLM, LLMChunk, LLMRequest } from "../../contracts"

/** A chunk of a stream under policy; `restart` voids all text before it, since the call was tried again. */
export type PolicedChunk = LLMChunk & { readonly restart?: true }

/** An LLM whose calls are retried, timed, limited and metered for one stage and, in an agent, one document. */
export type PolicedLLM = LLM & {
  /** `onChunk` may end the stream. */
  streamed?(request: LLMRequest, onChunk: (chunk: PolicedChunk) => "stop" | undefined): Promise<void>
}
