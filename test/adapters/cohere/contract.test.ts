import { inspect } from "node:util"
import { afterAll, beforeAll, describe, it } from "vitest"
import { cohereEmbedder, cohereReranker } from "../../../src/adapters/cohere"
import { describeEmbedder, describeReranker } from "../../../src/testing"
import type { FaultServer } from "../kit/fault-server"
import { cohereError, startCohereServer } from "./server"

const apiKey = "key-that-nobody-may-see"

describe("cohere", () => {
  let server: FaultServer
  let failing: FaultServer
  let hanging: FaultServer
  beforeAll(async () => {
    ;[server, failing, hanging] = await Promise.all([
      startCohereServer(),
      startCohereServer(),
      startCohereServer(),
    ])
    // A service that repeats what it was sent, and with which key.
    failing.always(cohereError(500, `zqxjk-7402 with ${apiKey}`, { "x-key": apiKey }))
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

  describeEmbedder(
    "cohereEmbedder",
    subject((baseUrl) => cohereEmbedder({ apiKey, baseUrl, dimensions: 256 })),
  )
  describeReranker(
    "cohereReranker",
    subject((baseUrl) => cohereReranker({ apiKey, baseUrl })),
  )
})
