import { withInstructions } from "../calls/instructions"
import type { Message, Warning } from "../contracts"
import { neutraliseMarkers } from "../evidence/markers"
import { callTokensOf, type MergeBudget, mergeBudget } from "./budget"
import { cutAtLine } from "./cut/text"
import {
  ANSWER_PROMPT,
  circleMessage,
  emptyReplyMessage,
  MERGE_PROMPT,
  type MergeKind,
  type MergePromptParts,
  mergeMessage,
  shorterMessage,
  textFrame,
} from "./prompt"
import type { ResolvedSynthesisOptions } from "./synthesis-options"

/** What stands in every prompt of a synthesis, beside the texts and the quotes behind their markers. */
export interface FixedParts extends Pick<MergePromptParts, "question" | "directive" | "tasks" | "remarks"> {
  readonly rules: { readonly [kind in MergeKind]: string }
}

export interface FixedPartsRequest {
  readonly question: string
  readonly directive: string
  readonly tasks: readonly string[]
  readonly remarks: readonly string[]
  /** The user's own rules, beside the built-in ones. */
  readonly instructions: string | undefined
  readonly settings: ResolvedSynthesisOptions
  readonly contextWindow: number
  readonly countTokens: (text: string) => number
  readonly warn: (warning: Warning) => void
}

/** A plan may take this share of a call, directive and tasks each: without the texts there is nothing to merge. */
const planShare = 1 / 8
/** Least tokens for the chat's own frame and the sentence that asks for a reply once more. */
const leastChatTokens = 80
/** Least tokens for the line above a text: joined texts may cost a token more than their parts. */
const leastFrameTokens = 24
/** Share of the reserved output that the model is told of: models overshoot, and a cut reply costs a second call. */
const askedShare = 0.75

export function fixedParts(request: FixedPartsRequest): FixedParts {
  const { question, remarks, instructions, settings, countTokens, warn } = request
  const room = Math.floor(callTokensOf({ ...settings, ...request }) * planShare)
  const directive = cutAtLine(request.directive.trim(), room, countTokens)
  const taskRoom = Math.floor(room / Math.max(1, request.tasks.length)) - 4
  const lines = request.tasks.map((task, index) => `${index + 1}. ${neutraliseMarkers(oneLine(task))}`)
  const fits = lines.reduce((sum, line) => sum + countTokens(line) + 1, 0) <= room
  const tasks = fits ? lines : lines.map((line) => `${cutAtLine(line, taskRoom, countTokens)} ...`)
  if (!fits || directive.length < request.directive.trim().length) {
    warn({
      code: "plan-shortened",
      message: `The plan is long for merge calls of ${callTokensOf({ ...settings, ...request })} tokens; the ends of its tasks or its directive were left out of them.`,
    })
  }
  const rules = {
    between: withInstructions(settings.prompt ?? MERGE_PROMPT, instructions),
    last: withInstructions(settings.prompt ?? ANSWER_PROMPT, instructions),
  }
  return { rules, question, directive, tasks, remarks }
}

/** How the calls of a synthesis are shared out, given what stands in all of them. */
export function budgetOf(
  fixed: FixedParts,
  { settings, contextWindow, countTokens }: Omit<FixedPartsRequest, keyof FixedParts>,
): MergeBudget {
  const empty = { boundary: "00000000", texts: [], quotes: ["x"] }
  const kinds = ["between", "last"] as const
  const sizes = kinds.map((kind) => promptSize(mergeMessages(fixed, kind, empty, 1_000_000), countTokens))
  const remarks = [emptyReplyMessage, circleMessage, shorterMessage(1_000_000)].map(countTokens)
  return mergeBudget({
    ...settings,
    contextWindow,
    promptTokens: Math.max(...sizes),
    chatTokens: Math.max(leastChatTokens, ...remarks.map((tokens) => tokens + 8)),
    frameTokens: Math.max(leastFrameTokens, countTokens(textFrame("00000000", 1_000_000)) + 2),
  })
}

/** System and user message of a merge. */
export function mergeMessages(
  { rules, remarks, ...fixed }: FixedParts,
  kind: MergeKind,
  variable: Pick<MergePromptParts, "boundary" | "texts" | "quotes">,
  outputTokens: number,
): readonly [Message, Message] {
  const parts = { ...fixed, ...variable, kind, maxTokens: askedTokens(outputTokens) }
  // Only the answer speaks of documents that have none.
  const content = mergeMessage({ ...parts, remarks: kind === "last" ? remarks : [] })
  return [
    { role: "system", content: rules[kind] },
    { role: "user", content },
  ]
}

/** Tokens of a prompt, one message by one or as one text, whichever a counter gives more. */
export function promptSize(messages: readonly Message[], countTokens: (text: string) => number): number {
  const contents = messages.map(({ content }) => content)
  const sum = contents.reduce((tokens, content) => tokens + countTokens(content), 0)
  return Math.max(sum, countTokens(contents.join("\n")))
}

/** The most that a model is asked for, of what is reserved for its output. */
export function askedTokens(outputTokens: number): number {
  return Math.floor(outputTokens * askedShare)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
