/**
 * Documents that stay on the machine: `npx tsx examples/local.ts MODEL.gguf DOCUMENT... --question "..."`. Needs
 * `node-llama-cpp`, here or in the project that SPD_RAG_LLAMA_PATH names.
 */
import { readFile } from "node:fs/promises"
import { basename, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { createCoordinator, spdRag } from "spd-rag"
import { localLLM } from "spd-rag/local"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    question: { type: "string", default: "What is this about?" },
    window: { type: "string", default: "8192" },
    threads: { type: "string" },
  },
})
const [modelPath, ...paths] = positionals
if (modelPath === undefined || paths.length === 0) {
  console.error('Usage: npx tsx examples/local.ts MODEL.gguf DOCUMENT... [--question "..."] [--window 8192]')
  process.exit(2)
}
const project = process.env.SPD_RAG_LLAMA_PATH
const packageFile = resolve(project ?? "", "node_modules/node-llama-cpp/dist/index.js")
const llm = localLLM({
  modelPath,
  contextWindow: Number(values.window),
  ...(values.threads === undefined ? {} : { threads: Number(values.threads) }),
  ...(project === undefined ? {} : { nodeLlamaCpp: await import(pathToFileURL(packageFile).href) }),
})
// Replies of a small model are short, and the window has to hold prompt and reply.
const maxOutputTokens = Math.floor(Number(values.window) / 8)
const rag = spdRag({
  llm,
  coordinator: createCoordinator({ llm, maxOutputTokens }),
  agentOptions: { maxOutputTokens },
  synthesis: { maxOutputTokens },
  concurrency: 1,
  retry: { attemptTimeoutMs: 1_800_000 },
})
try {
  for (const path of paths) await rag.add([{ id: basename(path), text: await readFile(path, "utf8") }])
  const answer = await rag.ask(values.question, {
    onEvent: (event) => {
      if (event.type === "plan-end") console.log("Tasks:", event.plan.tasks)
      if (event.type === "agent-end") console.log("Read:", event.documentId)
    },
  })
  console.log(`\n${answer.text}\n`)
  for (const { number, documentId, quote } of answer.citations)
    console.log(`[${number}] ${documentId}: "${quote}"`)
  for (const { documentId, status } of answer.documents) console.log(`${documentId}: ${status}`)
} finally {
  await llm.dispose()
}
