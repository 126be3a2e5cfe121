import type { CallCache } from "spd-rag"
import { fileCache } from "spd-rag/cache"
import { cacheOf, makeFolder } from "./folder"

/**
 * Results of finished calls, kept in the set's folder: every run writes them, so that one that was stopped can be
 * gone on with, and a run with `--resume` reads them.
 */
export async function keptCalls(folder: string, resume: boolean): Promise<CallCache> {
  await makeFolder(folder)
  const cache = fileCache({ folder: cacheOf(folder) })
  return resume ? cache : { get: () => undefined, set: (key, value) => cache.set(key, value) }
}
