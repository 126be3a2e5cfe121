/// <reference types="node" />
import { randomUUID } from "node:crypto"
import { link, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { UsageError } from "../errors"
import { makeFolder } from "./folder"

export interface LockOptions {
  readonly folder: string
  /** As the folder was named. */
  readonly folderName: string
  readonly signal: AbortSignal
  /** Told once, when another process has the folder. */
  readonly onWait: (processId: number) => void
  /** Between two looks at the folder, in milliseconds. @default 200 */
  readonly pollMs?: number | undefined
  /** Looks before it gives up. @default 3000: ten minutes */
  readonly maxLooks?: number | undefined
}

/**
 * Runs with the folder of a set for itself: one command at a time works on a set, the next one waits. The lock of a
 * process that has died is taken over.
 *
 * @throws UsageError where another process keeps the folder for too long
 */
export async function withLock<T>(options: LockOptions, run: () => Promise<T>): Promise<T> {
  const { folder, folderName, signal, onWait, pollMs = 200, maxLooks = 3_000 } = options
  await makeFolder(folder)
  const path = join(folder, "lock")
  for (let looks = 0; !(await take(path)); looks += 1) {
    const holder = await holderOf(path)
    if (looks === maxLooks) {
      throw new UsageError(
        `Process ${holder} still works on ${folderName}: wait until it ends, or remove ${join(folderName, "lock")} if it has nothing to do with spd-rag.`,
      )
    }
    if (holder === undefined) continue
    if (looks === 0) onWait(holder)
    await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
  try {
    return await run()
  } finally {
    await rm(path, { force: true })
  }
}

/** Written aside and linked, so that a lock is never there without its owner. */
async function take(path: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`
  try {
    await writeFile(aside, String(process.pid), { mode: 0o600 })
    await link(aside, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  } finally {
    await rm(aside, { force: true })
  }
}

/** The living process that has the lock; the lock of a dead one is taken away. */
async function holderOf(path: string): Promise<number | undefined> {
  const id = await ownerOf(path)
  if (id === undefined || isAlive(id)) return id
  const aside = `${path}.${randomUUID()}`
  await rename(path, aside).catch(() => {})
  // Another process may have done the same, and have made its own lock meanwhile.
  const taken = await ownerOf(aside)
  if (taken !== undefined && isAlive(taken)) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
  return undefined
}

async function ownerOf(path: string): Promise<number | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined)
  return text === undefined ? undefined : Number(text)
}

function isAlive(id: number): boolean {
  try {
    return Number.isSafeInteger(id) && id > 0 && process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
