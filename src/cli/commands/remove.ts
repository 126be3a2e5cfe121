/// <reference types="node" />
import { UsageError } from "../errors"
import { type ExitCode, exitCodes } from "../exit-codes"
import type { CommandHost } from "../host"
import { firstOf, plural } from "../screen/numbers"
import { usingRag } from "../set/using-rag"
import { type Flags, readSettings } from "../settings/settings"

/** `spd-rag remove IDS...`: all of them, or none where one is not in the set. */
export async function remove(ids: readonly string[], flags: Flags, host: CommandHost): Promise<ExitCode> {
  const settings = { ...(await readSettings(flags, host)), model: undefined }
  const { stdout, signal } = host
  return usingRag(settings, host, "set", async ({ rag }) => {
    const unknown = new Set(ids)
    for await (const { id } of rag.documents({ signal })) unknown.delete(id)
    if (unknown.size > 0) {
      throw new UsageError(
        `Not in ${settings.folderName}: ${firstOf([...unknown], 3)}. \`spd-rag list\` shows what is; nothing was removed.`,
      )
    }
    await rag.remove(ids, { signal })
    stdout.write(`${plural(new Set(ids).size, "document")} removed from ${settings.folderName}\n`)
    return exitCodes.answered
  })
}
