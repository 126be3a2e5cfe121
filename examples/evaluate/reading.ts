import { writeFile } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { loadExcerpts, readingTable, runReading } from "spd-rag/evaluation"
import { localLLM } from "spd-rag/local"

/** Tokens of an agent's reply and of the answer's lines: those of a small model are short, and the window has to hold both. */
const agentTokens = 700
const answerTokens = 1_400

/** Reads the excerpts with a model of the machine's own; its outcomes and figures go to the folder. */
export async function evaluateReading(options: {
  readonly model: string
  readonly data: string
  readonly out: string
}): Promise<void> {
  const project = process.env.SPD_RAG_LLAMA_PATH
  const packageFile = resolve(project ?? "", "node_modules/node-llama-cpp/dist/index.js")
  const llm = localLLM({
    modelPath: options.model,
    ...(project === undefined ? {} : { nodeLlamaCpp: await import(pathToFileURL(packageFile).href) }),
  })
  const name = `reading-${basename(options.model, ".gguf")}`
  try {
    const score = await runReading({
      excerpts: await loadExcerpts(options.data),
      config: {
        llm,
        agentOptions: { maxOutputTokens: agentTokens },
        synthesis: { maxOutputTokens: answerTokens },
        concurrency: 1,
        retry: { attemptTimeoutMs: 1_800_000 },
      },
      onEvent: (event) => {
        if (event.type === "agent-end")
          console.error(`${event.done} of ${event.documentCount} read: ${event.documentId}`)
        if (event.type === "run-end")
          void writeFile(join(options.out, `${name}.json`), JSON.stringify(event.answer, null, 2))
      },
    })
    const table = readingTable(name, score)
    await writeFile(join(options.out, `${name}.md`), `${table}\n`)
    console.log(table)
  } finally {
    await llm.dispose()
  }
}
