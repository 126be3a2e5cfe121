import { spdRag } from "spd-rag"
import { bullmqAgent, startAgentWorker } from "spd-rag/bullmq"
import { libsqlVectorStore } from "spd-rag/libsql"
import { offline } from "spd-rag/offline"

// docker run -p 6379:6379 redis redis-server --appendonly yes, then in two terminals or more:
// REDIS_URL=redis://localhost:6379 npx tsx examples/workers.ts work
// REDIS_URL=redis://localhost:6379 npx tsx examples/workers.ts ask
const { REDIS_URL: connection, SET_URL: url = "file:workers.db" } = process.env
if (!connection) {
  console.error("Set REDIS_URL to the address of a Redis server, for example redis://localhost:6379.")
  process.exit(1)
}

const queue = "contracts"
// One set for all: a server, or here a file of this machine. In your own code: llm, embedder and reranker.
const vectorStore = libsqlVectorStore({ url })
const config = { ...offline(), vectorStore }

if (process.argv[2] === "work") {
  const worker = await startAgentWorker({ connection, queue, rag: spdRag(config), onError: console.error })
  console.log("Reading until Ctrl+C.")
  const stop = async () => {
    await worker.close()
    await vectorStore.close()
  }
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
} else {
  const agent = bullmqAgent({ connection, queue })
  const rag = spdRag({ ...config, agent, concurrency: 64 })
  await rag.add([
    { id: "acme.txt", text: "Supply contract with Acme. The buyer pays within 30 days. Cork applies." },
    { id: "bolt.txt", text: "Supply contract with Bolt. The buyer pays within 60 days. Oslo applies." },
  ])
  const { text } = await rag.ask("When does the buyer pay?")
  console.log(text)
  await agent.close()
  await vectorStore.close()
}
