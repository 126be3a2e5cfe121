import type { JSONSchema, LLM, Message } from "../contracts"
import { InvalidOutputError } from "../errors"
import { type AskedFor, askAgain, circleProblem, type Rejection } from "./ask-again"
import { circleStartInCut } from "./circle"
import { findJson } from "./json/find-json"
import type { Reading, ReplySchema } from "./reply-schema"
import { type Temperature, withTemperature } from "./temperature"

export interface GenerateJsonOptions<T> {
  readonly llm: LLM
  readonly messages: readonly Message[]
  readonly schema: ReplySchema<T>
  readonly maxOutputTokens: number
  readonly temperature: Temperature
  readonly countTokens: (text: string) => number
  readonly signal?: AbortSignal | undefined
}

export interface GeneratedJson<T> {
  readonly value: T
  /** What the value lacks, where neither of two replies was whole. */
  readonly problem?: InvalidOutputError | undefined
}

/** Output to ask for where the user says nothing: 8,192 tokens, or a quarter of a smaller model's window. */
export function defaultOutputTokens(contextWindow: number): number {
  return Math.max(1, Math.min(8_192, Math.floor(contextWindow / 4)))
}

/**
 * One JSON reply of the schema's shape, or of one that means the same. A reply that is cut is asked for once more
 * with twice the room, one that goes round in circles with half of it, one that can't be read with what was wrong;
 * a blocked one is not. One that went round, or was cut before any of it could be used, is asked for in brief. Prompt and output stay within the model's window, whatever it replies.
 *
 * @throws InvalidOutputError (blocked, truncated, malformed, empty)
 */
export async function generateJson<T>(options: GenerateJsonOptions<T>): Promise<GeneratedJson<T>> {
  const { messages, maxOutputTokens, schema, llm } = options
  const first = await attempt(options, { messages, maxOutputTokens }, schema.json)
  if (isWhole(first)) return first
  const brief = didNotGetOn(first) ? schema.brief : undefined
  const again = askAgain(first, options, brief?.remark)
  const second = await attempt(options, again, brief?.json ?? schema.json)
  if (isWhole(second)) return second
  const joined = joinedOf(second, first, schema)
  if (joined !== undefined && joined.problem === undefined && schema.isList !== true) {
    return { value: joined.value }
  }
  const problem = new InvalidOutputError(
    `${llm.modelId} gave no usable JSON, also when asked again: ${joined?.problem ?? second.problem}`,
    { reason: second.reason, text: second.text },
  )
  if (joined === undefined) throw problem
  return { value: joined.value, problem }
}

interface Attempt<T> extends Rejection {
  readonly value?: T | undefined
}

function isWhole<T>(attempted: Attempt<T> | { readonly value: T }): attempted is { readonly value: T } {
  return !("problem" in attempted)
}

/** True where the same request would likely end the same way. */
function didNotGetOn<T>({ reason, goesRound, value }: Attempt<T>): boolean {
  return goesRound === true || (reason === "truncated" && value === undefined)
}

function joinedOf<T>(
  later: Attempt<T>,
  earlier: Attempt<T>,
  { join }: ReplySchema<T>,
): { readonly value: T; readonly problem?: string | undefined } | undefined {
  if (join === undefined) return undefined
  if (later.value !== undefined && earlier.value !== undefined) {
    const { value = later.value, problem } = join(later.value, earlier.value)
    return { value, problem }
  }
  const value = later.value ?? earlier.value
  return value === undefined ? undefined : { value, problem: later.problem }
}

async function attempt<T>(
  { llm, schema, temperature, signal }: GenerateJsonOptions<T>,
  { messages, maxOutputTokens }: AskedFor,
  jsonSchema: JSONSchema,
): Promise<Attempt<T> | { readonly value: T }> {
  const request = {
    messages,
    jsonSchema,
    ...withTemperature(temperature),
    maxOutputTokens,
    signal,
  }
  const response = await llm.generate(request).catch(unusable)
  if ("problem" in response) return response
  const { finishReason } = response
  const given = typeof response.text === "string" ? response.text : ""
  if (finishReason === "blocked") {
    throw new InvalidOutputError(`${llm.modelId} refused to reply.`, { reason: "blocked", text: given })
  }
  const circle = finishReason === "length" ? circleStartInCut(given) : undefined
  const text = circle === undefined ? given : given.slice(0, circle)
  // Of a text that goes round inside a field, what stood before belongs to the field.
  const { value, problem } = readReply(circle === undefined ? text : `${text}",`, schema)
  const mayLackItsEnd = schema.isList === true && finishReason === "length"
  if (value !== undefined && problem === undefined && !mayLackItsEnd) return { value }
  if (circle !== undefined) {
    return { value, text, reason: "truncated", goesRound: true, problem: circleProblem }
  }
  if (finishReason === "length") {
    const cut = `it was cut off at the limit of ${maxOutputTokens} tokens.`
    return { value, text, reason: "truncated", problem: cut }
  }
  if (text.trim() === "") return { text, reason: "empty", problem: "it was empty." }
  return { value, text, reason: "malformed", problem: problem ?? "it is not valid JSON." }
}

/** What an adapter could make nothing of, a second request may get over. */
function unusable(error: unknown): Rejection {
  if (!(error instanceof InvalidOutputError)) throw error
  const { reason, text = "" } = error
  if (reason === "truncated") return { text, reason, problem: "it was cut off." }
  const problem = `it did not come through (${reason}); use your own words.`
  return { text, reason: reason === "blocked" ? "malformed" : reason, problem }
}

/** The first value in a reply that is whole, else the first that is usable in part, else what is wrong. */
function readReply<T>(reply: string, { read, join }: ReplySchema<T>): Reading<T> {
  let partial: Reading<T> | undefined
  let wrong: Reading<T> | undefined
  // The same value is found as the whole reply and as a part of it; with itself it says no more.
  const seen = new Set<string>()
  for (const { value: json, cut } of findJson(reply)) {
    const written = JSON.stringify(json)
    if (seen.has(written)) continue
    seen.add(written)
    const { value, problem } = read(json)
    if (value !== undefined && problem === undefined && !cut) return { value }
    if (value !== undefined && join !== undefined) {
      // One object a line, each with a part of what was asked for, is whole together.
      const both = partial?.value === undefined ? undefined : join(partial.value, value)
      if (both?.value !== undefined && both.problem === undefined && !cut) return { value: both.value }
      partial = both ?? { value, problem: problem ?? "it ends before its JSON does." }
    }
    wrong ??= { problem }
  }
  return partial ?? wrong ?? {}
}
