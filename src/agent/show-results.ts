import type { Chunk, Passage } from "../contracts"
import type { Conversation } from "./conversation"
import { leastTurnTokens, passagesMessage, turnMessage } from "./prompt"
import type { AgentTurn } from "./reply/agent-reply"
import type { SearchResult } from "./run-searches"

/** Share of the room that is left which the agent's own words may take, and most characters of its reasoning. */
const ownShare = 0.25
const reasoningCharacters = 600
/** Room below which another search could show nothing. */
const leastRoomTokens = 300
/** Chunks that are shown of a document in which nothing matches. */
const firstChunks = 3

/**
 * Adds one turn to the conversation: the agent's searches and what they found, as far as it fits, each search with
 * an equal share of the room.
 */
export function showResults(request: {
  readonly reply: AgentTurn
  readonly results: readonly SearchResult[]
  readonly searchesLeft: number
  /** What the agent is to report, in words. */
  readonly asked: string
  readonly conversation: Conversation
  readonly countTokens: (text: string) => number
}): {
  /** True where every passage was shown. */
  readonly whole: boolean
  /** Searches that could still be shown. */
  readonly searchesLeft: number
} {
  const { reply, results, asked, conversation, countTokens } = request
  const { shown } = conversation
  const own = ownWords(reply, Math.floor(conversation.roomLeft() * ownShare), countTokens)
  let room = conversation.roomLeft() - countTokens(own) - countTokens(passagesMessage([], 0, asked))
  let whole = true
  const parts: string[] = []
  for (const [index, { query, passages }] of results.entries()) {
    const result = shown.show(query, passages, Math.floor(room / (results.length - index)))
    room -= result.tokens
    whole &&= result.whole
    parts.push(result.text)
  }
  if (!shown.hasFound) {
    // Nothing matches, perhaps since the document is in another language: its beginning tells.
    const result = shown.show("", conversation.chunks.slice(0, firstChunks).map(asPassage), room)
    room -= result.tokens
    whole &&= result.whole
    parts.push(result.text)
  }
  const next = leastTurnTokens(asked, countTokens) + leastRoomTokens
  const searchesLeft = whole && room >= next ? request.searchesLeft : 0
  conversation.add({ role: "assistant", content: own })
  conversation.add({ role: "user", content: passagesMessage(parts, searchesLeft, asked) })
  return { whole, searchesLeft }
}

function ownWords(
  { reasoning, queries }: AgentTurn,
  maxTokens: number,
  countTokens: (text: string) => number,
): string {
  const words = turnMessage(reasoning.slice(0, reasoningCharacters).toWellFormed(), queries)
  if (countTokens(words) <= maxTokens) return words
  const query = turnMessage("", queries.slice(0, 1))
  return countTokens(query) <= maxTokens ? query : turnMessage("", [])
}

function asPassage({ id, text, start, end, headings, tableHeader }: Chunk): Passage {
  return { chunkId: id, text, start, end, headings, tableHeader, score: 0 }
}
