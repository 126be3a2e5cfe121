/// <reference types="node" />
import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import { version } from "../../../package.json"
import { type ExitCode, exitCodes } from "../exit-codes"
import type { CommandHost } from "../host"
import type { Flags } from "../settings/settings"
import { onDocuments } from "./on-documents"

/** `spd-rag mcp PATHS...`: a server of the Model Context Protocol on the standard streams, until the client leaves. */
export async function mcp(paths: readonly string[], flags: Flags, host: CommandHost): Promise<ExitCode> {
  const { stdin, stdout, signal } = host
  return onDocuments({ paths, flags }, host, async ({ rag }) => {
    const { createMcpServer } = await import("spd-rag/mcp")
    const server = await createMcpServer(rag, { version })
    const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js")
    const left = once(stdin, "end", { signal })
    await server.connect(new StdioServerTransport(stdin as Readable, stdout as unknown as Writable))
    try {
      await left
      return exitCodes.answered
    } finally {
      await server.close()
    }
  })
}
