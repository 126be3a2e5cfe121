import { describe, expect, it } from "vitest"
import { gemini, geminiEmbedder } from "../../../src/adapters/gemini"
import type { ProviderError } from "../../../src/errors"
import { API_KEY, describeFaults, type FaultSubject } from "../kit/call-faults"
import { geminiError, startGeminiServer } from "./server"

const model = "gemini-2.5-flash"
const say = (content: string) => ({ messages: [{ role: "user" as const, content }] })
const shared: Pick<FaultSubject, "start" | "refuse" | "keyOf"> = {
  start: startGeminiServer,
  refuse: (status, message, headers) => geminiError(status, "SOME_CODE", message, [], headers),
  keyOf: (server, request) => server.requests[request]?.headers["x-goog-api-key"],
}

describeFaults({
  ...shared,
  name: "gemini",
  call: (options, text, signal) => gemini({ model, ...options }).generate({ ...say(text), signal }),
  keep(options) {
    const llm = gemini({ model, ...options })
    return (signal) => llm.generate({ ...say("hello"), signal })
  },
})

describeFaults({
  ...shared,
  name: "geminiEmbedder",
  call: (options, text, signal) => geminiEmbedder(options).embed({ texts: [text], purpose: "query", signal }),
  keep(options) {
    const embedder = geminiEmbedder(options)
    return (signal) => embedder.embed({ texts: ["hello"], purpose: "query", signal })
  },
})

describe("what Gemini says about an error", () => {
  const failure = async (...errors: Parameters<typeof geminiError>): Promise<ProviderError> => {
    const server = await startGeminiServer()
    server.script(geminiError(...errors))
    const llm = gemini({ model, apiKey: API_KEY, baseUrl: server.url })
    const error = await llm.generate(say("hello")).catch((reason) => reason)
    await server.close()
    return error
  }
  const retryInfo = (retryDelay: unknown) => ({
    "@type": "type.googleapis.com/google.rpc.RetryInfo",
    retryDelay,
  })

  it.each([
    ["7s", 7_000],
    ["1.5s", 1_500],
    ["0s", 0],
    ["3600s", 3_600_000],
    ["soon", undefined],
    [7, undefined],
  ])("RetryInfo %s is a wait of %s ms", async (delay, retryAfterMs) => {
    const error = await failure(429, "RESOURCE_EXHAUSTED", "quota", [{ "@type": "other" }, retryInfo(delay)])
    expect(error).toMatchObject({ status: 429, retryable: true, retryAfterMs })
  })

  it("the longer of Retry-After and RetryInfo counts", async () => {
    const error = await failure(503, "UNAVAILABLE", "busy", [retryInfo("2s")], { "retry-after": "9" })
    expect(error.retryAfterMs).toBe(9_000)
  })

  it.each([
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "The input token count exceeds the maximum number of tokens allowed 1048576.",
    "Request payload size exceeds the limit: 20971520 bytes.",
  ])("a prompt that is too long is marked so: %s", async (message) => {
    const error = await failure(400, "INVALID_ARGUMENT", message)
    expect(error).toMatchObject({ status: 400, retryable: false, tooLong: true })
  })

  it("the counts of a prompt that is too long are told, and the words", async () => {
    const message =
      "The input token count (12) exceeds the maximum number of tokens allowed (10). Shorten it."
    const error = await failure(400, "INVALID_ARGUMENT", message)
    expect(error.message).toContain("12 tokens of at most 10")
    expect(error.message).toContain("Shorten it.")
  })

  it("a plain refusal is not called too long", async () => {
    expect((await failure(400, "INVALID_ARGUMENT", "Invalid JSON payload.")).tooLong).toBe(false)
  })

  it("the reason of a key that is refused is named", async () => {
    const error = await failure(400, "INVALID_ARGUMENT", "API key not valid.", [
      { reason: "API_KEY_INVALID" },
    ])
    expect(error.message).toContain("API_KEY_INVALID")
  })

  it("a model that does not exist is named", async () => {
    const server = await startGeminiServer()
    const llm = gemini({ model: "gemma-9000", apiKey: API_KEY, baseUrl: server.url })
    const error = await llm.generate(say("hello")).catch((reason) => reason)
    await server.close()
    expect(error).toMatchObject({ name: "ProviderError", status: 404, retryable: false })
    expect(error.message).toContain('"gemma-9000"')
  })
})
