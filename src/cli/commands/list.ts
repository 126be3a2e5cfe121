/// <reference types="node" />
import type { StoredDocument } from "spd-rag"
import { type ExitCode, exitCodes } from "../exit-codes"
import type { CommandHost } from "../host"
import { count, plural } from "../screen/numbers"
import { usingRag } from "../set/using-rag"
import { type Flags, readSettings } from "../settings/settings"

export interface ListFlags extends Flags {
  readonly json?: boolean | undefined
}

/** `spd-rag list`: the documents of the set, a line each. */
export async function list(flags: ListFlags, host: CommandHost): Promise<ExitCode> {
  const settings = { ...(await readSettings(flags, host)), model: undefined }
  const { stdout, stderr, signal } = host
  return usingRag(settings, host, "set", async ({ rag }) => {
    const documents: StoredDocument[] = []
    for await (const document of rag.documents({ signal })) documents.push(document)
    if (flags.json) stdout.write(`${JSON.stringify(documents, undefined, 2)}\n`)
    else for (const { id, tokens } of documents) stdout.write(`${id}\t${count(tokens)} tokens\n`)
    stderr.write(`${plural(documents.length, "document")} in ${settings.folderName}\n`)
    return exitCodes.answered
  })
}
