import { runSteps } from "../runtime/yield"
import { countTokens } from "../tokens/count-tokens"
import { type SplitTextOptions, splitTextSteps, type TextChunk } from "./steps"

/**
 * Cuts Markdown or plain text into chunks: exact slices, in order, that cover the whole text, none over
 * `chunkTokens`. Borders prefer headings, fences, tables, lists, paragraphs, sentences, lines, words, characters,
 * in this order. `""` gives no chunks, white space alone does. Time is linear in the text.
 * @throws InvalidArgumentError for sizes that make no sense, and where one character alone is over `chunkTokens`.
 */
export function splitText(text: string, options: SplitTextOptions = {}): readonly TextChunk[] {
  return runSteps(splitTextSteps(text, options, countTokens))
}
