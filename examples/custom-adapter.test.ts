import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { inspect } from "node:util"
import { describeLLM } from "spd-rag/testing"
import { afterAll, beforeAll, describe, it } from "vitest"
import { chatServer } from "./custom-adapter"

// The whole contract of an LLM, against a server on this machine: an answer, a JSON reply, failures and aborts, and no
// key or document text in any error. Aim `create` at the real service to hold that to it too.
const apiKey = "key-that-nobody-may-see"
const reply = { reasoning: "", status: "found", answers: [{ task: 1, answer: "blue" }] }

function startServer(behaviour: "answers" | "fails" | "hangs") {
  let requests = 0
  let arrived = () => {}
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      requests += 1
      arrived()
      const text = Buffer.concat(pieces).toString()
      if (behaviour === "hangs") return
      if (behaviour === "fails") return void response.writeHead(500).end(`${apiKey} ${text}`)
      const content = "response_format" in JSON.parse(text) ? JSON.stringify(reply) : "The sky is blue."
      const usage = { prompt_tokens: 20, completion_tokens: 5 }
      response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }], usage }))
    })
  })
  return new Promise<{
    plug: () => ReturnType<typeof chatServer>
    requests: () => number
    arrival: () => Promise<void>
    close: () => void
  }>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
      resolve({
        plug: () => chatServer({ baseUrl, apiKey, model: "my-model", contextWindow: 32_000 }),
        requests: () => requests,
        arrival: () => new Promise((seen) => (arrived = seen)),
        close: () => void server.close().closeAllConnections(),
      })
    })
  })
}

let servers: { [name in "answers" | "fails" | "hangs"]: Awaited<ReturnType<typeof startServer>> }
beforeAll(async () => {
  servers = {
    answers: await startServer("answers"),
    fails: await startServer("fails"),
    hangs: await startServer("hangs"),
  }
})
afterAll(() => Object.values(servers).forEach(({ close }) => void close()))

describeLLM("chat server", {
  describe,
  it,
  inspect,
  secrets: [apiKey],
  deterministic: true,
  create: () => servers.answers.plug(),
  async createFailing() {
    const before = servers.fails.requests()
    return { plug: servers.fails.plug(), requests: () => servers.fails.requests() - before }
  },
  createHanging: async () => ({ plug: servers.hangs.plug(), arrived: servers.hangs.arrival() }),
})
