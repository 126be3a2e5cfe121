import type { VectorStore } from "spd-rag"
import type { CommandHost } from "../host"
import { asCommandError } from "../sentence"
import type { Settings } from "../settings/settings"
import { type OpenedRag, openRag } from "./open-rag"
import { withSet } from "./with-set"

/** Where the documents are: in memory, for one question; in a set that has to be there; in one that is made if need be. */
export type Where = "memory" | "set" | "new-set"

/**
 * Runs on documents with what the settings say, and lets go of everything afterwards.
 *
 * @throws CommandError with a sentence; the signal's reason; what is a fault of the command
 */
export async function usingRag<T>(
  settings: Settings,
  host: CommandHost,
  where: Where,
  run: (opened: OpenedRag) => Promise<T>,
): Promise<T> {
  const on = async (store: VectorStore | undefined) => {
    const opened = await openRag(settings, store, host)
    try {
      return await run(opened)
    } catch (error) {
      throw host.signal.aborted ? error : (asCommandError(error, opened.names) ?? error)
    } finally {
      await opened.dispose()
    }
  }
  return where === "memory" ? on(undefined) : withSet(settings, host, { make: where === "new-set" }, on)
}
