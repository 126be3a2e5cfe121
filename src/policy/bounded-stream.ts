import type { LLMChunk } from "../contracts"
import { nextTurn } from "../runtime/yield"

/** Chunks that may come at once before timers and aborts get their turn. */
const CHUNKS_PER_TURN = 64
/** Models count tokens differently: a reply may be this much longer by our count. */
const MARGIN = 1.25
const COUNTED_CHARACTERS = 4_096

/**
 * The chunks of a stream, cut as `length` where it is longer than was allowed. A stream whose chunks are always ready,
 * or that never ends, would otherwise keep time-outs from their turn and grow without bound.
 */
export async function* boundedStream(
  chunks: AsyncIterable<LLMChunk>,
  maxTokens: number,
  countTokens: (text: string) => number,
): AsyncGenerator<LLMChunk, void> {
  let tokens = 0
  let uncounted = ""
  let count = 0
  for await (const chunk of chunks) {
    if (++count % CHUNKS_PER_TURN === 0) await nextTurn()
    const text = typeof chunk?.text === "string" ? chunk.text : ""
    yield { ...chunk, text }
    uncounted += text
    if (uncounted.length < COUNTED_CHARACTERS) continue
    tokens += countTokens(uncounted)
    uncounted = ""
    if (tokens <= maxTokens * MARGIN) continue
    yield { text: "", finishReason: "length" }
    return
  }
}
