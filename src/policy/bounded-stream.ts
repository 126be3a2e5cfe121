import type { LLMChunk } from "../contracts"
import { nextTurn } from "../runtime/yield"

/** Chunks that may come at once before timers and aborts get their turn. */
const chunksPerTurn = 64
/** Models count tokens differently: a reply may be this much longer by our count. */
const margin = 1.25
const countedCharacters = 4_096

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
    for (const piece of piecesOf(chunk)) {
      if (++count % chunksPerTurn === 0) await nextTurn()
      yield piece
      uncounted += piece.text
      if (uncounted.length < countedCharacters) continue
      tokens += countTokens(uncounted)
      uncounted = ""
      if (tokens <= maxTokens * margin) continue
      yield { text: "", finishReason: "length" }
      return
    }
  }
}

/** A chunk of megabytes in pieces; what it says beside its text comes with the last. */
function* piecesOf(chunk: LLMChunk): Generator<LLMChunk, void> {
  const text = typeof chunk?.text === "string" ? chunk.text : ""
  let from = 0
  while (text.length - from > countedCharacters) {
    // Not between the two halves of a character.
    const isHalf = (text.codePointAt(from + countedCharacters - 1) as number) > 0xffff
    const to = from + countedCharacters + (isHalf ? 1 : 0)
    yield { text: text.slice(from, to) }
    from = to
  }
  yield { ...chunk, text: text.slice(from) }
}
