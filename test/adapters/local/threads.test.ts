import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { localLLM, type NodeLlamaCppModule } from "spd-rag/local"
import { expect, it } from "vitest"

const weights = fileURLToPath(import.meta.url)

/** A runtime that wants more threads than any machine has, and tells with how many it would load a model. */
function wantingMany() {
  const asked: (number | undefined)[] = []
  const used: number[] = []
  const llama = {
    maxThreads: 100_000,
    async loadModel() {
      used.push(llama.maxThreads)
      throw new Error("It loads none.")
    },
    async dispose() {},
  }
  const module = {
    async getLlama({ maxThreads }: { maxThreads?: number }) {
      asked.push(maxThreads)
      return llama
    },
    LlamaChat: class {},
  } as unknown as NodeLlamaCppModule
  return { asked, used, module }
}

it("takes no more threads than there are cores, but for those that were asked for", async () => {
  for (const threads of [undefined, 7]) {
    const { asked, used, module } = wantingMany()
    const llm = localLLM({ modelPath: weights, contextWindow: 1_000, threads, nodeLlamaCpp: module })
    const reply = llm.generate({ messages: [{ role: "user", content: "Hello" }] })
    await expect(reply).rejects.toMatchObject({ name: "ProviderError", provider: "local" })
    expect(asked).toEqual([threads])
    expect(used).toEqual([threads === undefined ? availableParallelism() : 100_000])
    await llm.dispose()
  }
})
