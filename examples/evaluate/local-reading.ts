import { writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { SpdRagConfig, SpdRagEvent } from "spd-rag"
import { fileCache } from "spd-rag/cache"
import { localLLM } from "spd-rag/local"

/** Tokens of an agent's reply and of the answer's lines: those of a small model are short, and the window has to hold both. */
const agentTokens = 700
const answerTokens = 1_400

export interface LocalReading {
  readonly model: string
  readonly data: string
  readonly out: string
  readonly limit: number | undefined
}

/**
 * Reads with a model of the machine's own. Every reply is kept in the folder as it comes, so that a run that was stopped,
 * or whose later stage failed, pays for none of them again; what was found of each excerpt is in the file of the name.
 */
export async function withLocalModel<T>(
  { model, out }: LocalReading,
  name: string,
  read: (config: SpdRagConfig, onEvent: (event: SpdRagEvent) => void) => Promise<T>,
): Promise<T> {
  const project = process.env.SPD_RAG_LLAMA_PATH
  const packageFile = resolve(project ?? "", "node_modules/node-llama-cpp/dist/index.js")
  const llm = localLLM({
    modelPath: model,
    ...(project === undefined ? {} : { nodeLlamaCpp: await import(pathToFileURL(packageFile).href) }),
  })
  const outcomes: object[] = []
  try {
    const config: SpdRagConfig = {
      llm,
      cache: fileCache({ folder: join(out, "calls") }),
      agentOptions: { maxOutputTokens: agentTokens },
      synthesis: { maxOutputTokens: answerTokens },
      concurrency: 1,
      retry: { attemptTimeoutMs: 1_800_000 },
    }
    return await read(config, (event) => {
      if (event.type !== "agent-end") return
      outcomes.push(event.outcome)
      console.error(`${event.done} of ${event.documentCount} read: ${event.documentId}`)
    })
  } finally {
    await writeFile(join(out, `${name}.json`), JSON.stringify(outcomes, null, 2))
    await llm.dispose()
  }
}
