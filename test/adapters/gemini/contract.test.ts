import { inspect } from "node:util"
import { afterAll, beforeAll, describe, it } from "vitest"
import { gemini, geminiEmbedder } from "../../../src/adapters/gemini"
import { describeEmbedder } from "../../../src/testing/suites/embedder"
import { describeLLM } from "../../../src/testing/suites/llm"
import type { FaultServer } from "../kit/fault-server"
import { geminiError, startGeminiServer } from "./server"

const apiKey = "key-that-nobody-may-see"

describe("gemini", () => {
  let server: FaultServer
  let failing: FaultServer
  let hanging: FaultServer
  beforeAll(async () => {
    ;[server, failing, hanging] = await Promise.all([
      startGeminiServer(),
      startGeminiServer(),
      startGeminiServer(),
    ])
    // A service that repeats what it was sent, and with which key.
    failing.always(geminiError(500, "INTERNAL", `zqxjk-7402 with ${apiKey}`, [], { "x-key": apiKey }))
    hanging.always({ fault: "hang" })
  })
  afterAll(() => Promise.all([server.close(), failing.close(), hanging.close()]))

  const subject = <Plug>(make: (baseUrl: string) => Plug) => ({
    describe,
    it,
    inspect,
    secrets: [apiKey],
    create: () => make(server.url),
    async createFailing() {
      const before = failing.requests.length
      return { plug: make(failing.url), requests: () => failing.requests.length - before }
    },
    createHanging: async () => ({ plug: make(hanging.url), arrived: hanging.arrival() }),
  })

  describeLLM("gemini", {
    ...subject((baseUrl) => gemini({ model: "gemini-2.5-flash", apiKey, baseUrl })),
    deterministic: true,
  })
  describeEmbedder(
    "geminiEmbedder",
    subject((baseUrl) => geminiEmbedder({ apiKey, baseUrl, dimensions: 256 })),
  )
})
