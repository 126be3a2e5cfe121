import { describe, expect, it } from "vitest"
import { cohereEmbedder, cohereReranker } from "../../../src/adapters/cohere"
import { API_KEY, describeFaults, type FaultSubject } from "../kit/call-faults"
import { cohereError, startCohereServer } from "./server"

const shared: Pick<FaultSubject, "start" | "refuse" | "keyOf"> = {
  start: startCohereServer,
  refuse: cohereError,
  keyOf: (server, request) => server.requests[request]?.headers.authorization?.replace("Bearer ", ""),
}

describeFaults({
  ...shared,
  name: "cohereEmbedder",
  call: (options, text, signal) => cohereEmbedder(options).embed({ texts: [text], purpose: "query", signal }),
  keep(options) {
    const embedder = cohereEmbedder(options)
    return (signal) => embedder.embed({ texts: ["hello"], purpose: "query", signal })
  },
})

describeFaults({
  ...shared,
  name: "cohereReranker",
  call: (options, text, signal) =>
    cohereReranker(options).rerank({ query: text, texts: [text], topN: 1, signal }),
  keep(options) {
    const reranker = cohereReranker(options)
    return (signal) => reranker.rerank({ query: "hello", texts: ["hello"], topN: 1, signal })
  },
})

describe("what Cohere says about an error", () => {
  it.each([
    [400, "too many tokens: total number of tokens in the prompt exceeds 128000", true],
    [400, "total number of texts must be at most 96 - received 131", true],
    [422, "text is too long", true],
    [400, "invalid request: topN must be a number", false],
    [413, "payload", true],
  ])("status %i, %s: tooLong is %s", async (status, message, tooLong) => {
    const server = await startCohereServer()
    server.script(cohereError(status, message))
    const embedder = cohereEmbedder({ apiKey: API_KEY, baseUrl: server.url })
    const error = await embedder.embed({ texts: ["a"], purpose: "document" }).catch((reason) => reason)
    await server.close()
    expect(error).toMatchObject({ name: "ProviderError", status, retryable: false, tooLong })
  })

  it("a model that does not exist is named", async () => {
    const server = await startCohereServer()
    const reranker = cohereReranker({ model: "no-such", apiKey: API_KEY, baseUrl: server.url })
    const error = await reranker.rerank({ query: "q", texts: ["a"], topN: 1 }).catch((reason) => reason)
    await server.close()
    expect(error).toMatchObject({ name: "ProviderError", status: 404, retryable: false })
    expect(error.message).toContain('"no-such"')
  })
})
