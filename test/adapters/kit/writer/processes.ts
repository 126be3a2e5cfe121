import { expect } from "vitest"
import type { VectorStore } from "../../../../src/contracts"
import { putOf } from "../../../../src/testing/suites/vector-store/fixtures"
import { assertWhole } from "../../../../src/testing/suites/vector-store/writing"
import { writerRounds } from "../rounds"
import type { Writer } from "./index"
import type { WriterOptions } from "./messages"

const put = (round: number, n: number, chunks: number) =>
  putOf(
    "shared",
    `r${round} ${n % 9}`,
    Array.from({ length: chunks }, (_, i) => [1, i, 0, 0]),
    (i) => `round ${round} put ${n} part ${i}`,
  )

/** Rounds of 24 puts of one document by two processes at once: after each it is one of those put, whole. */
export async function twoProcesses(start: () => Promise<Writer>, store: VectorStore): Promise<void> {
  const writers = await Promise.all([start(), start()])
  for (let round = 0; round < writerRounds; round++) {
    const requests = Array.from({ length: 24 }, (_, n) => put(round, n, 1 + ((n * 7) % 20)))
    const halves = [0, 1].map((half) => requests.filter((_, n) => n % 2 === half))
    const done = await Promise.all(writers.map((writer, half) => writer.put(halves[half]!)))
    expect(done).toEqual([true, true])
    const { revision } = (await store.get({ documentId: "shared" }))!
    const [first] = await store.chunks({ documentId: "shared", revision })
    await assertWhole(store, requests.find(({ chunks }) => chunks[0]!.text === first!.text)!)
  }
  for (const writer of writers) writer.end()
}

/** 40 by `SPD_RAG_KILL_POINTS=40`; fewer in an ordinary run of the tests. */
const killPoints = Number(process.env.SPD_RAG_KILL_POINTS ?? 4)

/**
 * Kills writers at different calls of their drivers, before and after: what is stored then is the last put that was
 * acknowledged, or the one that was under way, whole.
 */
export async function killedWriters(
  start: (kill: WriterOptions["kill"], point: number) => Promise<Writer>,
  open: (point: number) => VectorStore | Promise<VectorStore>,
): Promise<void> {
  for (let point = 0; point < killPoints; point++) {
    // Spread over the same calls, however few points are asked for.
    const call = 1 + Math.floor((point * 20) / killPoints)
    const writer = await start({ call, when: point % 2 === 0 ? "before" : "after" }, point)
    let acknowledged = 0
    while (await writer.put([put(0, acknowledged + 1, 150)])) {
      acknowledged += 1
      expect(acknowledged).toBeLessThan(100)
    }
    const store = await open(point)
    const stored = await store.get({ documentId: "shared" })
    if (stored === undefined) {
      expect(acknowledged).toBe(0)
      continue
    }
    const [first] = await store.chunks({ documentId: "shared", revision: stored.revision })
    const last = Number(/put (\d+)/.exec(first!.text)![1])
    expect([acknowledged, acknowledged + 1]).toContain(last)
    await assertWhole(store, put(0, last, 150))
    // What was left behind is in nobody's way.
    await store.put(put(0, 99, 3))
    await assertWhole(store, put(0, 99, 3))
  }
}
