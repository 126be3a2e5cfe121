/// <reference types="node" />
import { type ExitCode, exitCodes } from "../exit-codes"
import type { CommandHost } from "../host"
import { plural, seconds } from "../screen/numbers"
import { usingRag } from "../set/using-rag"
import { type Flags, readSettings } from "../settings/settings"
import { addFiles } from "./add-files"

/** `spd-rag index PATHS...`: reads files into the set; what is there already and has not changed stays as it is. */
export async function index(paths: readonly string[], flags: Flags, host: CommandHost): Promise<ExitCode> {
  // No model has to be there for reading files into a set.
  const settings = { ...(await readSettings(flags, host)), model: undefined }
  return usingRag(settings, host, "new-set", async ({ rag }) => {
    try {
      const { report, missed, durationMs } = await addFiles(rag, paths, settings, host)
      const { added, replaced, unchanged } = report
      host.stdout.write(
        `${settings.folderName}: ${plural(added.length, "document")} added, ${replaced.length} replaced, ${unchanged.length} unchanged, in ${seconds(durationMs)}\n`,
      )
      return missed === 0 ? exitCodes.answered : exitCodes.incomplete
    } catch (error) {
      if (error === host.signal.reason) {
        host.stderr.write(
          `Stopped. What was read is in ${settings.folderName}; run the same command again to go on with the rest.\n`,
        )
      }
      throw error
    }
  })
}
