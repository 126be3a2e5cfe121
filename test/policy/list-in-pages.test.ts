import { ProviderError, type StoredDocument, spdRag, type VectorStore } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeClock } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel } from "../support/model"

const stored = (n: number): StoredDocument => ({
  id: `d${n}`,
  title: `d${n}`,
  revision: "r",
  chunkCount: 0,
  tokens: 0,
})

/** Lists `count` documents; `before` is told of each one, of each listing, and may throw. */
function listing(
  count: number,
  before: (n: number, listing: number) => unknown,
  onEnd = () => {},
): VectorStore {
  let listings = 0
  return {
    ...memoryVectorStore(),
    async *list() {
      listings += 1
      const own = listings
      try {
        for (let n = 0; n < count; n++) {
          await before(n, own)
          yield stored(n)
        }
      } finally {
        onEnd()
      }
    },
  }
}

function setOn(vectorStore: VectorStore) {
  return spdRag({ llm: codeWordModel(), vectorStore, clock: fakeClock(), random: () => 0.5 })
}

async function idsOf(documents: AsyncIterable<StoredDocument>): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { id } of documents) ids.push(id)
  return ids
}

const all = Array.from({ length: 1_000 }, (_, n) => `d${n}`)

describe("the list of a store's documents", () => {
  it("is read a part at a time, as it is asked for", async () => {
    let read = 0
    let most = 0
    let taken = 0
    const rag = setOn(
      listing(1_000, () => {
        read += 1
        most = Math.max(most, read - taken)
      }),
    )
    for await (const _ of rag.documents()) taken += 1
    expect(taken).toBe(1_000)
    expect(most).toBeLessThanOrEqual(256)
  })

  it("that breaks off anywhere goes on behind what was handed on, each document once", async () => {
    for (const place of [0, 1, 255, 256, 257, 999]) {
      const rag = setOn(
        listing(1_000, (n, number) => {
          if (n === place && number === 1) throw new ProviderError("Gone.", { provider: "fake", status: 503 })
        }),
      )
      expect(await idsOf(rag.documents()), `broken at ${place}`).toEqual(all)
    }
  })

  it("that hangs is timed, left, and read again", async () => {
    const rag = setOn(listing(600, (n, number) => n === 300 && number === 1 && new Promise(() => {})))
    expect(await idsOf(rag.documents())).toEqual(all.slice(0, 600))
  })

  it("is closed where its reader leaves, and ends with the reader's signal", async () => {
    let ended = 0
    const rag = setOn(
      listing(
        1_000,
        () => {},
        () => ended++,
      ),
    )
    for await (const _ of rag.documents()) break
    await new Promise(setImmediate)
    expect(ended).toBe(1)
    const controller = new AbortController()
    const reading = (async () => {
      let count = 0
      for await (const _ of rag.documents({ signal: controller.signal })) {
        count += 1
        if (count === 300) controller.abort("enough")
      }
    })()
    await expect(reading).rejects.toBe("enough")
    expect(ended).toBe(2)
  })
})
