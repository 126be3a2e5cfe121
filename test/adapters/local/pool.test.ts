import { expect, it } from "vitest"
import { createPool } from "../../../src/adapters/local/pool"

const first = <T>(free: readonly T[]) => free[0] as T
const { signal } = new AbortController()

/** A piece of work that ends when it is told to. */
function task() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { done, end: () => end() }
}
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

it("serves one call a slot, and the others in their order", async () => {
  const pool = createPool(["slot"], 10)
  const begun: number[] = []
  const tasks = [task(), task(), task()]
  const calls = tasks.map(({ done }, at) =>
    pool.use(
      first,
      async () => {
        begun.push(at)
        await done
      },
      signal,
    ),
  )
  for (const [at, { end }] of tasks.entries()) {
    await turns()
    expect(begun).toEqual([0, 1, 2].slice(0, at + 1))
    end()
  }
  await Promise.all(calls)
})

it("a slot that is promised to a waiting call is not taken by a new one, whenever that comes", async () => {
  for (let depth = 0; depth < 12; depth++) {
    const pool = createPool(["slot"], 10)
    const order: string[] = []
    const running = task()
    const calls = [
      pool.use(first, () => running.done, signal),
      pool.use(first, async () => void order.push("waiting"), signal),
    ]
    running.end()
    for (let turn = 0; turn < depth; turn++) await Promise.resolve()
    calls.push(pool.use(first, async () => void order.push("new"), signal))
    await Promise.all(calls)
    expect(order).toEqual(["waiting", "new"])
  }
})

it("an abort while waiting gives the turn to the next, also when it had come already", async () => {
  for (const early of [true, false]) {
    const pool = createPool(["slot"], 10)
    const running = task()
    const reason = new Error("enough")
    const controller = new AbortController()
    const calls = [pool.use(first, () => running.done, signal)]
    const aborted = pool.use(first, async () => {}, controller.signal).catch((error) => error)
    const next = pool.use(first, async () => "served", signal)
    await turns()
    if (early) controller.abort(reason)
    // The slot is free and promised in the same turn as the abort.
    running.end()
    if (!early) {
      await calls[0]
      controller.abort(reason)
    }
    expect([reason, undefined]).toContain(await aborted)
    expect(await next).toBe("served")
    expect(await pool.use(first, async () => "again", signal)).toBe("again")
  }
})

it("an aborted call leaves its slot to nobody until its work has settled", async () => {
  const pool = createPool(["slot"], 10)
  const running = task()
  const controller = new AbortController()
  const call = pool.use(first, () => running.done, controller.signal)
  controller.abort("enough")
  await expect(call).rejects.toBe("enough")
  let served = false
  const next = pool.use(
    first,
    async () => {
      served = true
    },
    signal,
  )
  let idle = false
  const quiet = pool.idle().then(() => {
    idle = true
  })
  await turns()
  expect([served, idle]).toEqual([false, false])
  running.end()
  await Promise.all([next, quiet])
})

it("work that throws gives its slot back", async () => {
  const pool = createPool(["slot"], 10)
  const broken = () => {
    throw new Error("broken")
  }
  await expect(pool.use(first, broken, signal)).rejects.toThrow("broken")
  expect(await pool.use(first, async () => "served", signal)).toBe("served")
})

it("refuses a call over the number that may wait", async () => {
  const pool = createPool(["slot"], 0)
  const running = task()
  const call = pool.use(first, () => running.done, signal)
  await expect(pool.use(first, async () => {}, signal)).rejects.toMatchObject({ retryable: true })
  running.end()
  await call
})
