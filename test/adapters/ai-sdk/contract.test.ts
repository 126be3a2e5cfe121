import { inspect } from "node:util"
import { afterAll, beforeAll, describe, it } from "vitest"
import { describeEmbedder, describeLLM, describeReranker } from "../../../src/testing"
import { cohereError, startCohereServer } from "../cohere/server"
import type { FaultServer, ServerAnswer } from "../kit/fault-server"
import { type Address, embeddingModel, languageModel, rerankingModel } from "./providers"
import { openAIError, startOpenAIServer } from "./server"

const apiKey = "key-that-nobody-may-see"
const echo = `zqxjk-7402 with ${apiKey}`

/** A subject of the suites whose servers answer, fail and hang. */
function subject<Plug>(
  start: () => Promise<FaultServer>,
  refusal: ServerAnswer,
  make: (at: Address) => Plug,
) {
  let servers: FaultServer[] = []
  beforeAll(async () => {
    servers = await Promise.all([start(), start(), start()])
    servers[1]?.always(refusal)
    servers[2]?.always({ fault: "hang" })
  })
  afterAll(() => Promise.all(servers.map((server) => server.close())))
  const at = (position: number) => servers[position] as FaultServer
  const plug = (position: number) => make({ apiKey, baseUrl: at(position).url })
  return {
    describe,
    it,
    inspect,
    secrets: [apiKey],
    create: () => plug(0),
    async createFailing() {
      const before = at(1).requests.length
      return { plug: plug(1), requests: () => at(1).requests.length - before }
    },
    createHanging: async () => ({ plug: plug(2), arrived: at(2).arrival() }),
  }
}

describe("ai-sdk", () => {
  const refused = openAIError(500, echo, { "x-key": apiKey })
  describeLLM("aiSdk", { ...subject(startOpenAIServer, refused, languageModel), deterministic: true })
  describeEmbedder("aiSdkEmbedder", subject(startOpenAIServer, refused, embeddingModel))
  describeReranker("aiSdkReranker", subject(startCohereServer, cohereError(500, echo), rerankingModel))
})
