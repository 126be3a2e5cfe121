import type { JSONSchema, LLM, LLMChunk, LLMRequest, Message, TokenUsage } from "../../contracts"
import { assertEqual, assertTrue } from "./kit/assert"
import { runSuite } from "./kit/run-suite"
import { marker, sharedCases } from "./kit/shared-cases"
import { frozen, type PlugCall, type PlugCase, type PlugSubject, withPlug } from "./kit/subject"
import type { TestRunner } from "./kit/test-runner"

/** The model that a suite is about. */
export interface LLMSubject extends PlugSubject<LLM> {
  /** Whether the same request gets the same text, as fakes and local models give it. @default false */
  readonly deterministic?: boolean | undefined
}

/** `describe` and `it` are those of your test framework. @default its global ones */
export type LLMSuiteOptions = LLMSubject & Partial<TestRunner>

/**
 * Holds a plug to the contract of `LLM`: one test a promise, each on a fresh plug. The provider must answer a short
 * question, and a request for JSON by its schema.
 *
 * @example
 * import { describe, it } from "vitest"
 * describeLLM("my model", { describe, it, create: () => myModel() })
 */
export function describeLLM(name: string, options: LLMSuiteOptions): void {
  runSuite(`${name} keeps the contract of LLM`, options, [...llmCases, ...sharedCases(calls)])
}

const messages: readonly Message[] = [
  { role: "system", content: `Answer in one short sentence. Reference ${marker}.` },
  { role: "user", content: `Which colour has the sky on a clear day? Reference ${marker}.` },
]

const request: LLMRequest = { messages, temperature: 0, maxOutputTokens: 1_000 }

const jsonSchema: JSONSchema = {
  type: "object",
  properties: {
    reasoning: { type: "string" },
    status: { type: "string", enum: ["found", "not-found"] },
    answers: {
      type: "array",
      items: {
        type: "object",
        properties: { task: { type: "integer" }, answer: { type: "string" } },
        required: ["task", "answer"],
        additionalProperties: false,
      },
    },
  },
  required: ["reasoning", "status", "answers"],
  additionalProperties: false,
}

async function readStream(llm: LLM, streamed: LLMRequest): Promise<LLMChunk[]> {
  const chunks: LLMChunk[] = []
  for await (const chunk of llm.stream!(streamed)) chunks.push(chunk)
  return chunks
}

const calls: readonly PlugCall<LLM>[] = [
  { name: "generate", start: (llm, signal) => llm.generate({ ...request, signal }) },
  {
    name: "stream",
    start: (llm, signal) => (llm.stream === undefined ? undefined : readStream(llm, { ...request, signal })),
  },
]

const llmCases: readonly PlugCase<LLM, LLMSubject>[] = [
  {
    name: "names its model and its context window",
    run: (subject) =>
      withPlug(subject, async (llm) => {
        assertTrue(typeof llm.modelId === "string" && llm.modelId !== "", "modelId is a name")
        const window = llm.contextWindow
        assertTrue(
          Number.isSafeInteger(window) && window > 0,
          `contextWindow is a number of tokens: ${window}`,
        )
      }),
  },
  {
    name: "generate: answers with text, a finish reason and whole numbers of tokens, and leaves the request alone",
    run: (subject) =>
      withPlug(subject, async (llm) => {
        const response = await llm.generate(frozen(structuredClone(request)))
        assertTrue(response.text.trim() !== "", "the text is not empty")
        assertEqual(response.finishReason, "stop", "finishReason")
        assertUsage(response.usage)
      }),
  },
  {
    name: "generate: replies with JSON of the schema's shape, and leaves the schema alone",
    run: (subject) =>
      withPlug(subject, async (llm) => {
        const asked = frozen(structuredClone({ ...request, jsonSchema }))
        assertShape((await llm.generate(asked)).text)
        assertEqual(asked.jsonSchema, jsonSchema, "the schema after the call")
      }),
  },
  {
    name: "generate: takes a conversation with turns of the assistant",
    run: (subject) =>
      withPlug(subject, async (llm) => {
        const turns: Message[] = [
          ...messages,
          { role: "assistant", content: "Blue." },
          { role: "user", content: "And at night?" },
        ]
        const response = await llm.generate({ ...request, messages: turns })
        assertTrue(response.text.trim() !== "", "the text is not empty")
      }),
  },
  {
    name: "stream: the last chunk alone carries the finish reason, and the chunks make up the text",
    run: (subject) =>
      withPlug(subject, async (llm) => {
        if (llm.stream === undefined) return
        const chunks = await readStream(llm, request)
        const reasons = chunks.map((chunk) => chunk.finishReason)
        assertEqual(
          reasons.slice(0, -1).filter((reason) => reason !== undefined),
          [],
          "finish reasons before the end",
        )
        assertEqual(reasons.at(-1), "stop", "finish reason at the end")
        assertUsage(chunks.at(-1)?.usage)
        const text = chunks.map((chunk) => chunk.text).join("")
        assertTrue(text.trim() !== "", "the text is not empty")
        if (subject.deterministic !== true) return
        const whole = await llm.generate(request)
        assertEqual(text, whole.text, "text of the stream")
        assertEqual(chunks.at(-1)?.usage, whole.usage, "usage of the stream")
      }),
  },
  {
    name: "stream: replies with JSON of the schema's shape",
    run: (subject) =>
      withPlug(subject, async (llm) => {
        if (llm.stream === undefined) return
        const chunks = await readStream(llm, { ...request, jsonSchema })
        assertShape(chunks.map((chunk) => chunk.text).join(""))
      }),
  },
  {
    name: "two calls at once keep apart",
    needs: (subject) => subject.deterministic === true,
    run: (subject) =>
      withPlug(subject, async (llm) => {
        const ask = (text: string) =>
          llm
            .generate({ ...request, messages: [{ role: "user", content: text }] })
            .then((reply) => reply.text)
        const [first, second] = await Promise.all([ask("Name a colour."), ask("Name a town.")])
        assertEqual([first, second], [await ask("Name a colour."), await ask("Name a town.")], "texts")
      }),
  },
]

function assertUsage(usage: TokenUsage | undefined): void {
  if (usage === undefined) return
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage
  for (const [name, count] of Object.entries({ inputTokens, outputTokens, cachedInputTokens })) {
    assertTrue(Number.isSafeInteger(count) && count >= 0, `${name} is a whole number: ${count}`)
  }
  assertTrue(cachedInputTokens <= inputTokens, "inputTokens include the cached ones")
}

function assertShape(text: string): void {
  const value = JSON.parse(text)
  assertTrue(typeof value?.reasoning === "string", "`reasoning` is a string")
  assertTrue(["found", "not-found"].includes(value.status), "`status` is of its list")
  assertTrue(Array.isArray(value.answers), "`answers` is a list")
  for (const answer of value.answers) {
    assertTrue(
      Number.isInteger(answer?.task) && typeof answer.answer === "string",
      "answers have their shape",
    )
  }
  const extra = Object.keys(value).filter((key) => !(key in (jsonSchema.properties as object)))
  assertEqual(extra, [], "properties that were not asked for")
}
