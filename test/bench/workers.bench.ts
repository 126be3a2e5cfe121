/**
 * What workers bring: documents a second with 1, 2 and 3 worker processes, each reading one document at a time with a
 * model that takes 50 ms, over a real Redis (redis-server has to be installed) and one libsql file.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { spdRag } from "../../src"
import { libsqlVectorStore } from "../../src/adapters/libsql"
import { bullmqAgent } from "../../src/bullmq"
import { noRedis, startRedis } from "../bullmq/redis-server"
import { codeWordModel } from "../support/model"

const modelMs = 50
const concurrency = 1
const documentCount = 120

if (noRedis === undefined) await measure()
else console.log(noRedis)

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "spd-rag-bench-"))
  const store = join(folder, "set.db")
  const redis = await startRedis()
  const vectorStore = libsqlVectorStore({ url: `file:${store}` })
  const documents = Array.from({ length: documentCount }, (_, at) => ({
    id: `doc-${at}`,
    text: `The code word of this document is word${at}.`,
  }))
  await spdRag({ llm: codeWordModel(), vectorStore }).add(documents)

  const startWorker = async () => {
    const process_ = fileURLToPath(new URL("../bullmq/process.ts", import.meta.url))
    const settings = ["worker", String(redis.port), store, String(modelMs), String(concurrency)]
    const child = spawn(process.execPath, ["--import", "tsx", process_, ...settings], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    await once(child.stdout, "data")
    child.stdout.resume()
    return child
  }
  const agent = bullmqAgent({ connection: { host: "127.0.0.1", port: redis.port }, queue: "documents" })
  const rag = spdRag({ llm: codeWordModel(), vectorStore, agent, concurrency: 24 })
  /** From the first document that is done to the last. */
  const documentsPerSecond = async (question: string) => {
    const doneAt: number[] = []
    await rag.ask(question, {
      onEvent: ({ type }) => type === "agent-end" && doneAt.push(performance.now()),
    })
    return ((documentCount - 1) / (doneAt.at(-1)! - doneAt[0]!)) * 1_000
  }

  const workers: Awaited<ReturnType<typeof startWorker>>[] = []
  console.log("| workers | documents a second | of what the model allows | of linear |")
  console.log("| ---: | ---: | ---: | ---: |")
  let one: number | undefined
  for (let count = 1; count <= 3; count++) {
    workers.push(await startWorker())
    await documentsPerSecond(`Warm up ${count}`)
    const rate = await documentsPerSecond(`Question ${count}`)
    one ??= rate
    const most = (count * concurrency * 1_000) / modelMs
    const share = (of: number) => `${((100 * rate) / of).toFixed(0)} %`
    console.log(`| ${count} | ${rate.toFixed(0)} | ${share(most)} | ${share(one * count)} |`)
  }

  await agent.close()
  for (const worker of workers) {
    worker.kill("SIGTERM")
    await once(worker, "close")
  }
  await vectorStore.close()
  await redis.stop()
  rmSync(folder, { recursive: true, force: true })
}
