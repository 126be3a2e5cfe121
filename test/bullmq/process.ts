/**
 * One process of a set that several share: `process.ts worker PORT STORE` reads documents until it is told to end, and
 * prints each call of its model as it starts; `process.ts asker PORT STORE` asks, and prints each document that is done,
 * then the answer. Each ends by itself once everything is closed.
 */
import { writeSync } from "node:fs"
import { spdRag } from "spd-rag"
import { bullmqAgent, startAgentWorker } from "spd-rag/bullmq"
import { libsqlVectorStore } from "spd-rag/libsql"
import { fakeLLM, shownIn, stageOf } from "spd-rag/testing"
import { codeWordReply } from "../support/model"

const [role, port, file, delayMs = "5", concurrency = "4"] = process.argv.slice(2)
const print = (line: string) => writeSync(1, `${line}\n`)
const connection = { host: "127.0.0.1", port: Number(port) }
const queue = "documents"
const vectorStore = libsqlVectorStore({ url: `file:${file}` })
const llm = fakeLLM({
  delayMs: Number(delayMs),
  reply(request) {
    if (stageOf(request) === "agent") print(`call ${/is word(\d+)\./.exec(shownIn(request))?.[1]}`)
    return codeWordReply(request)
  },
})

if (role === "worker") {
  const rag = spdRag({ llm, vectorStore })
  const worker = await startAgentWorker({
    connection,
    queue,
    rag,
    concurrency: Number(concurrency),
    // Longer than a worker that lives is silent on a busy machine.
    takeOverAfterMs: 8_000,
  })
  print("ready")
  process.on("SIGTERM", async () => {
    await worker.close()
    await vectorStore.close()
  })
} else {
  const agent = bullmqAgent({ connection, queue })
  const rag = spdRag({ llm, vectorStore, agent, concurrency: 32 })
  const { documents, usage } = await rag.ask("Which code words?", {
    onEvent(event) {
      if (event.type === "agent-end") print(`done ${event.documentId} ${event.status}`)
    },
  })
  print(`answer ${JSON.stringify({ ids: documents.map(({ documentId }) => documentId), usage })}`)
  await agent.close()
  await vectorStore.close()
}
