import { once } from "node:events"
import { offline } from "spd-rag/offline"
import { type ExitCode, exitCodes } from "../exit-codes"
import type { CommandHost } from "../host"
import type { Flags } from "../settings/settings"
import { onDocuments } from "./on-documents"

/**
 * `spd-rag serve PATHS...`: the live page on this machine, until Ctrl-C. Visitors may choose files of their own where
 * no model is used, so that a page costs only what the one who serves it asks.
 */
export async function serve(
  paths: readonly string[],
  flags: Flags & { readonly port?: number | undefined },
  host: CommandHost,
): Promise<ExitCode> {
  return onDocuments({ paths, flags }, host, async ({ rag, isOffline }) => {
    const { startServer } = await import("spd-rag/serve")
    const server = await startServer({ rag, config: isOffline ? offline() : undefined, port: flags.port })
    host.stdout.write(`Serving on ${server.url}; Ctrl-C ends it.\n`)
    try {
      if (!host.signal.aborted) await once(host.signal, "abort")
      return exitCodes.answered
    } finally {
      await server.close()
    }
  })
}
