import type { Findings, Quote } from "spd-rag"
import { reportOf } from "../../src/evidence/findings-protocol"

/** Findings of one task, found, with one quote; `body` is the answer. */
export function findingsOf(
  index: number,
  body: string,
  options: { quote?: string; found?: boolean } = {},
): Findings {
  const documentId = `doc-${index}`
  const { quote = `quote ${index}`, found = true } = options
  const quotes: Quote[] = found
    ? [{ text: quote, chunkId: `${documentId}#0`, start: 0, end: quote.length }]
    : []
  const answers = [{ task: 1, found, answer: found ? body : "", quotes }]
  return {
    documentId,
    title: `Title ${index}`,
    relevance: 0.5,
    report: reportOf(answers),
    answers,
    searches: [],
    stopReason: "finalized",
  }
}

/** `count` words that no other index has, about one and a half tokens each. */
export function words(index: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `w${index}x${at}`).join(" ")
}
