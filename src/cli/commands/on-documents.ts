import { UsageError } from "../errors"
import type { CommandHost } from "../host"
import type { OpenedRag } from "../set/open-rag"
import { usingRag } from "../set/using-rag"
import { type Flags, readSettings } from "../settings/settings"
import { type AddedFiles, addFiles } from "./add-files"

/** What a question is asked of. */
export interface Asked extends OpenedRag {
  /** Undefined: the set as it is. */
  readonly added: AddedFiles | undefined
  /** Ids of the files named; undefined for all of the set. */
  readonly documents: readonly string[] | undefined
  /** Some of what was named could not be read. */
  readonly isIncomplete: boolean
}

const offlineNote =
  "Offline: no model is used. Sentences that fit are copied from the documents; name a model with --model to have an answer written.\n"

/**
 * Runs on the files named, or on the set of the folder where none is.
 *
 * @param written files that the command writes, absolute: they are not read
 * @throws CommandError with a sentence; the signal's reason
 */
export async function onDocuments<T>(
  {
    question,
    paths,
    flags,
    written = [],
  }: {
    /** Of commands that ask one. */
    readonly question?: string | undefined
    readonly paths: readonly string[]
    readonly flags: Flags
    readonly written?: readonly string[]
  },
  host: CommandHost,
  run: (asked: Asked) => Promise<T>,
): Promise<T> {
  if (question?.trim() === "") throw new UsageError("The question is empty.")
  const settings = await readSettings(flags, host)
  return usingRag(settings, host, paths.length > 0 ? "memory" : "set", async (opened) => {
    if (opened.isOffline) host.stderr.write(offlineNote)
    const added =
      paths.length > 0 ? await addFiles(opened.rag, paths, settings, host, written).catch(stopped) : undefined
    return run({ ...opened, added, documents: added?.ids, isIncomplete: (added?.missed ?? 0) > 0 })
  })

  function stopped(error: unknown): never {
    if (host.signal.aborted) {
      host.stderr.write(
        "Stopped while the files were read; nothing was asked yet. Run the same command again.\n",
      )
    }
    throw error
  }
}
