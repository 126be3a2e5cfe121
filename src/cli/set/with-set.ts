/// <reference types="node" />
import { existsSync } from "node:fs"
import type { VectorStore } from "spd-rag"
import { UsageError } from "../errors"
import type { CommandHost } from "../host"
import { loadPackage } from "../model/packages"
import type { Settings } from "../settings/settings"
import { databaseOf } from "./folder"
import { withLock } from "./lock"

const hasSet = ({ folder }: Settings): boolean => existsSync(databaseOf(folder))

/**
 * Runs on the set of the settings' folder, which no other command touches meanwhile.
 *
 * @throws UsageError where there is no set and none is to be made, or the package that keeps it is missing
 */
export async function withSet<T>(
  settings: Settings,
  { cwd, signal, stderr }: CommandHost,
  { make }: { readonly make: boolean },
  run: (store: VectorStore) => Promise<T>,
): Promise<T> {
  const { folder, folderName } = settings
  if (!make && !hasSet(settings)) {
    throw new UsageError(
      `There is no set in ${folderName}: make one with \`spd-rag index PATHS...\`, or name files after the question.`,
    )
  }
  await loadPackage("@libsql/client", "0.18.0", cwd, "A set in a folder")
  const { libsqlVectorStore } = await import("spd-rag/libsql")
  const onWait = (processId: number) => {
    stderr.write(`Waiting for process ${processId}, which works on ${folderName}. Ctrl-C ends this.\n`)
  }
  return withLock({ folder, folderName, signal, onWait }, async () => {
    const store = libsqlVectorStore({ url: `file:${databaseOf(folder)}` })
    try {
      return await run(store)
    } finally {
      await store.close()
    }
  })
}
