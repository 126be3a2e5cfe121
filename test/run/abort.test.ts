import { getEventListeners } from "node:events"
import { type LLM, spdRag } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeEmbedder, fakeReranker, hang } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments } from "../support/model"
import { interceptStore } from "../support/store"
import { turnsUntilSettled } from "../support/turns"

/** A set whose plugs hang at their k-th call, all plugs counted together, and ignore their signals if told so. */
function hangingSet(k: number, obeys: boolean) {
  let calls = 0
  let reached = () => {}
  const hanging = new Promise<void>((resolve) => {
    reached = resolve
  })
  const strike = async (request: { readonly signal?: AbortSignal | undefined }) => {
    if (calls++ !== k) return
    reached()
    await (obeys ? hang(request) : new Promise<never>(() => {}))
  }
  const model = codeWordModel()
  const llm: LLM = {
    ...model,
    async generate(request) {
      await strike(request)
      return model.generate(request)
    },
  }
  const rag = spdRag({
    llm,
    embedder: fakeEmbedder({ dimensions: 16, onCall: strike }),
    reranker: fakeReranker({ onCall: strike }),
    vectorStore: interceptStore(memoryVectorStore(), strike),
    concurrency: 20,
    agentOptions: { readWholeTokens: 0 },
  })
  return { rag, hanging, calls: () => calls }
}

/** Lets everything that is already on its way come to rest. */
async function rest() {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe("abort", () => {
  it.each([true, false])(
    "at any call settles at once with the caller's reason (plugs obey: %s)",
    async (obeys) => {
      for (let k = 0; ; k++) {
        const { rag, hanging, calls } = hangingSet(k, obeys)
        const controller = new AbortController()
        const reason = new Error("the user has left")
        const run = rag
          .add(sevenDocuments(), { signal: controller.signal })
          .then(() => rag.ask("What are the code words?", { signal: controller.signal }))
        const outcome = run.then(
          () => "answered",
          (error: unknown) => error,
        )
        const first = await Promise.race([hanging.then(() => "hanging"), outcome])
        if (first !== "hanging") {
          expect(first).toBe("answered")
          expect(k).toBeGreaterThan(30)
          break
        }
        await rest()
        controller.abort(reason)
        expect(await turnsUntilSettled(outcome, 100)).toBeLessThan(10)
        expect(await outcome).toBe(reason)
        const after = calls()
        await rest()
        expect(calls()).toBe(after)
        expect(getEventListeners(controller.signal, "abort")).toHaveLength(0)
      }
    },
  )

  it("before the start makes no call", async () => {
    const { rag, calls } = hangingSet(-1, true)
    const signal = AbortSignal.abort(new Error("never mind"))
    await expect(rag.add(sevenDocuments(), { signal })).rejects.toThrow("never mind")
    await expect(rag.ask("What?", { signal })).rejects.toThrow("never mind")
    expect(calls()).toBe(0)
  })

  it("leaving the stream's loop aborts the run", async () => {
    const { rag, calls } = hangingSet(-1, true)
    await rag.add(sevenDocuments())
    for await (const event of rag.stream("What are the code words?")) {
      if (event.type === "plan-end") break
    }
    const after = calls()
    await rest()
    expect(calls()).toBe(after)
  })

  it("leaves no listener after many runs on one signal, and no warning", async () => {
    const warnings: Error[] = []
    const listen = (warning: Error) => warnings.push(warning)
    process.on("warning", listen)
    const { signal } = new AbortController()
    const { rag } = hangingSet(-1, true)
    await rag.add(sevenDocuments(), { signal })
    for (let run = 0; run < 5; run++) await rag.ask("What are the code words?", { signal })
    await Promise.all(Array.from({ length: 12 }, () => rag.ask("What are the code words?", { signal })))
    await rest()
    process.off("warning", listen)
    expect(warnings).toEqual([])
    expect(getEventListeners(signal, "abort")).toHaveLength(0)
  })
})
