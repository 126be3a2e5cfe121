import { z } from "zod"
import type { JSONSchema, LLM, LLMResponse, Message } from "../contracts"
import { InvalidOutputError } from "../errors"
import { type Temperature, withTemperature } from "./temperature"

/** A zod schema with the JSON Schema that providers are sent. */
export interface ReplySchema<T> {
  readonly zod: z.ZodType<T>
  readonly json: JSONSchema
}

/** `$schema` is dropped: some providers refuse it. */
export function replySchema<T>(schema: z.ZodType<T>): ReplySchema<T> {
  const { $schema: _, ...json } = z.toJSONSchema(schema) as { $schema?: string } & JSONSchema
  return { zod: schema, json }
}

export interface GenerateJsonOptions<T> {
  readonly llm: LLM
  readonly messages: readonly Message[]
  readonly schema: ReplySchema<T>
  /** What the shape can't say: the first thing that is wrong with the value, or undefined. */
  readonly problemOf?: ((value: T) => string | undefined) | undefined
  readonly maxOutputTokens: number
  readonly temperature: Temperature
  readonly signal?: AbortSignal | undefined
}

/** Output to ask for where the user says nothing: 8,192 tokens, or a quarter of a smaller model's window. */
export function defaultOutputTokens(contextWindow: number): number {
  return Math.max(1, Math.min(8_192, Math.floor(contextWindow / 4)))
}

/** Characters of a rejected reply that the repair request repeats, so that the prompt stays bounded. */
const REPEATED_REPLY_CHARACTERS = 4_000

/**
 * One JSON reply of the schema's shape. A reply that is cut or malformed is asked for once more, with what was
 * wrong; a blocked one is not.
 *
 * @throws InvalidOutputError (blocked, truncated, malformed)
 */
export async function generateJson<T>(options: GenerateJsonOptions<T>): Promise<{ value: T; text: string }> {
  const first = await request(options, options.messages)
  if ("value" in first) return first
  const second = await request(options, [
    ...options.messages,
    { role: "assistant", content: first.text.slice(0, REPEATED_REPLY_CHARACTERS) || "(empty reply)" },
    {
      role: "user",
      content: `That reply can't be used: ${first.problem}\nReply again with one JSON object of the required shape and nothing else.`,
    },
  ])
  if ("value" in second) return second
  throw new InvalidOutputError(
    `${options.llm.modelId} gave no usable JSON, also when asked again: ${second.problem}`,
    {
      reason: second.reason,
      text: second.text,
    },
  )
}

type Rejected = { problem: string; reason: "truncated" | "malformed" | "empty"; text: string }

async function request<T>(
  { llm, schema, problemOf, maxOutputTokens, temperature, signal }: GenerateJsonOptions<T>,
  messages: readonly Message[],
): Promise<{ value: T; text: string } | Rejected> {
  let response: LLMResponse
  try {
    response = await llm.generate({
      messages,
      jsonSchema: schema.json,
      ...withTemperature(temperature),
      maxOutputTokens,
      signal,
    })
  } catch (error) {
    // What an adapter could make nothing of, a second request may get over.
    if (!(error instanceof InvalidOutputError)) throw error
    const reason = error.reason === "blocked" ? "malformed" : error.reason
    return {
      problem: `it did not come through (${error.reason}); use your own words.`,
      reason,
      text: error.text ?? "",
    }
  }
  const text = typeof response?.text === "string" ? response.text : ""
  if (response?.finishReason === "blocked") {
    throw new InvalidOutputError(`${llm.modelId} refused to reply.`, { reason: "blocked", text })
  }
  const json = parseJson(text)
  if (json === undefined) {
    if (response?.finishReason === "length") {
      return {
        problem: `it was cut off at the limit of ${maxOutputTokens} tokens; be shorter.`,
        reason: "truncated",
        text,
      }
    }
    return text.trim() === ""
      ? { problem: "it was empty.", reason: "empty", text }
      : { problem: "it is not valid JSON.", reason: "malformed", text }
  }
  const parsed = schema.zod.safeParse(json.value)
  const problem = parsed.success ? problemOf?.(parsed.data) : z.prettifyError(parsed.error)
  if (parsed.success && problem === undefined) return { value: parsed.data, text }
  return { problem: problem ?? "unknown", reason: "malformed", text }
}

/** The JSON value in a reply: bare, in one Markdown fence, or between words. */
function parseJson(text: string): { value: unknown } | undefined {
  const bare = text.replace(/^\uFEFF/, "").trim()
  const fenced = /^```[a-zA-Z]*\r?\n([\s\S]*)\n```$/.exec(bare)?.[1]
  const open = bare.indexOf("{")
  const close = bare.lastIndexOf("}")
  const candidates = [bare, fenced, open >= 0 && close > open ? bare.slice(open, close + 1) : undefined]
  for (const candidate of candidates) {
    if (candidate === undefined) continue
    try {
      return { value: JSON.parse(candidate) }
    } catch {
      // The next candidate may do.
    }
  }
  return undefined
}
