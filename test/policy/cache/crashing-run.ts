/**
 * A question over 30 documents with a file cache, in a process that may be killed: `crashing-run.ts FOLDER KILL_AT`
 * kills itself with -9 at that call, counted from 0. Prints each call as it starts, and the answer.
 */
import { createHash } from "node:crypto"
import { writeSync } from "node:fs"
import { type LLMRequest, spdRag } from "spd-rag"
import { fileCache } from "spd-rag/cache"
import { fakeEmbedder, fakeLLM, promptOf, stageOf } from "spd-rag/testing"
import { codeWordReply, documentText } from "../../support/model"

const [folder = "", killAt = "-1", concurrency = "1"] = process.argv.slice(2)
let calls = 0
function call(what: unknown): void {
  if (calls++ === Number(killAt)) process.kill(process.pid, "SIGKILL")
  const name = createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 16)
  writeSync(1, `call ${name}\n`)
}

const llm = fakeLLM((request: LLMRequest) => {
  call(request.messages)
  if (stageOf(request) !== "synthesis") return codeWordReply(request)
  // A faithful merge, of findings or of texts that were merged before.
  return [...new Set(promptOf(request).match(/word\d+.{0,9}\[E\d+\]/gs))].join("\n")
})
const embedder = fakeEmbedder({ onCall: ({ texts }) => call(texts) })
const rag = spdRag({
  llm,
  embedder,
  cache: fileCache({ folder }),
  // The tokenizer's vocabulary would take longer to load than the run.
  countTokens: (text) => Math.ceil(text.length / 4),
  concurrency: Number(concurrency),
  agentOptions: { readWholeTokens: 0 },
  synthesis: { maxBatchTokens: 900 },
})
for (let at = 0; at < 30; at++) await rag.add([{ id: `doc-${at}`, text: documentText(`word${at}`) }])
const answer = await rag.ask("What are the code words?")
const { text, citations, tree, documents } = answer
writeSync(
  1,
  `answer ${JSON.stringify({ text, citations, tree, statuses: documents.map(({ status }) => status) })}\n`,
)
