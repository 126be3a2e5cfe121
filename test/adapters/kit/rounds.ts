import { expect } from "vitest"
import type { VectorStore } from "../../../src/contracts"
import { putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { assertWhole } from "../../../src/testing/suites/vector-store/writing"

/** 200 by `SPD_RAG_WRITER_ROUNDS=200`; fewer in an ordinary run of the tests. */
export const writerRounds: number = Number(process.env.SPD_RAG_WRITER_ROUNDS ?? 5)

/**
 * Rounds of 24 puts of one document by two handles at once, with readers between: after each round the document is one of
 * those put, whole, and readers met nothing else than a whole revision or a reason to try again.
 */
export async function putInRounds(
  stores: readonly [VectorStore, VectorStore],
  dimensions: number,
  onRoundEnd: () => void = () => {},
  rounds = writerRounds,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const requests = Array.from({ length: 24 }, (_, n) => {
      const vectors = Array.from({ length: 1 + ((n * 7) % 20) }, (_, i) =>
        Array.from({ length: dimensions }, (_, k) => 1 + ((i + k) % 3)),
      )
      // Some are of one revision with other chunks.
      return putOf("shared", `r${round} ${n % 9}`, vectors, (i) => `round ${round} put ${n} part ${i}`)
    })
    const puts = requests.map((request, n) => putUntilDone(stores[n % 2]!, request))
    const reads = Array.from({ length: 8 }, () => readOnce(stores[round % 2]!))
    await Promise.all([...puts, ...reads])
    const last = await stores[0].get({ documentId: "shared" })
    const chunks = await stores[1].chunks({ documentId: "shared", revision: last!.revision })
    const winner = requests.find(({ chunks: given }) => given[0]!.text === chunks[0]!.text)
    for (const store of stores) await assertWhole(store, winner!)
    onRoundEnd()
  }
}

/** As `spdRag` puts: what was lost on its way is sent again. */
async function putUntilDone(store: VectorStore, request: Parameters<VectorStore["put"]>[0]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.put(request)
    } catch (error) {
      if (attempt === 20 || (error as { retryable?: boolean }).retryable !== true) throw error
    }
  }
}

async function readOnce(store: VectorStore): Promise<void> {
  const document = await store.get({ documentId: "shared" })
  if (document === undefined) return
  try {
    const { id, revision } = document
    const chunks = await store.chunks({ documentId: id, revision })
    const puts = new Set(chunks.map(({ text }) => text.replace(/ part \d+$/, "")))
    expect(puts.size).toBe(1)
    expect(chunks.map(({ index }) => index)).toEqual([...chunks.keys()])
  } catch (error) {
    const { name, retryable } = error as { name?: string; retryable?: boolean }
    if (name !== "StaleRevisionError" && retryable !== true) throw error
  }
}
