import type { LLM, Message } from "../contracts"
import { usableTokens } from "./window"

/** A reply that is not whole. */
export interface Rejection {
  readonly text: string
  readonly reason: "truncated" | "malformed" | "empty"
  /** What is wrong with it, in words for the model. */
  readonly problem: string
  /** True where it says the same over and over. */
  readonly goesRound?: boolean | undefined
}

/** What one request for a reply has. */
export interface AskedFor {
  readonly messages: readonly Message[]
  readonly maxOutputTokens: number
}

/** What is wrong with a reply that goes round in circles. */
export const circleProblem = "it says the same over and over."
/** What every second request ends with. */
export const again = "Reply again with one JSON object of the required shape and nothing else."

/** Characters of a rejected reply, and of what is wrong with it, that the second request repeats. */
const repeatedCharacters = 4_000
const problemCharacters = 600
/** Tokens that chat frames add to a conversation's texts. */
const frameTokens = 50

/**
 * The second request for a reply: for a cut one the same with twice the room, as far as the window has it; for one
 * that went round a remark and half the room; else the reply with what is wrong with it, or the account alone where
 * the window has no room for both.
 *
 * @param briefly what the second reply is to leave out, in words for the model
 */
export function askAgain(
  { text, reason, problem, goesRound }: Rejection,
  request: AskedFor & { readonly llm: LLM; readonly countTokens: (text: string) => number },
  briefly?: string,
): AskedFor {
  const { llm, messages, maxOutputTokens, countTokens } = request
  const window = usableTokens(llm) - frameTokens
  const tokensOf = (some: readonly Message[]) =>
    some.reduce((sum, { content }) => sum + countTokens(content), 0)
  if (goesRound) {
    const half = Math.max(1, Math.floor(maxOutputTokens / 2))
    return { messages: withRemark(messages, remarkOn(problem, briefly)), maxOutputTokens: half }
  }
  if (reason === "truncated") {
    const asked = briefly === undefined ? messages : withRemark(messages, remarkOn(problem, briefly))
    const room = Math.min(2 * maxOutputTokens, window - tokensOf(asked))
    if (room > maxOutputTokens) return { messages: asked, maxOutputTokens: room }
    const shorter = briefly ?? "Be shorter."
    return { messages: withRemark(messages, remarkOn(problem, shorter)), maxOutputTokens }
  }
  const remark = remarkOn(problem)
  const added: readonly Message[] = [
    { role: "assistant", content: text.slice(0, repeatedCharacters).toWellFormed() || "(empty reply)" },
    { role: "user", content: remark },
  ]
  const fits = (some: readonly Message[], tokens: number) => tokensOf(some) + maxOutputTokens <= tokens
  const all = [...messages, ...added]
  if (fits(all, window)) return { messages: all, maxOutputTokens }
  const asked = withRemark(messages, remark)
  // What was wrong may be long beside a small window; without it the request still goes through.
  return { messages: fits(asked, llm.contextWindow) ? asked : withRemark(messages, again), maxOutputTokens }
}

function remarkOn(problem: string, wanted?: string): string {
  const words =
    problem.length > problemCharacters ? `${problem.slice(0, problemCharacters).toWellFormed()} ...` : problem
  const account = wanted === undefined ? words : `${words} ${wanted}`
  return `That reply can't be used: ${account}\n${again}`
}

/** The remark stands at the end of the last message: two messages of a user in a row are refused by some providers. */
function withRemark(messages: readonly Message[], remark: string): readonly Message[] {
  const last = messages.at(-1)!
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${remark}` }]
}
