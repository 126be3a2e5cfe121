/**
 * A set of documents as a server of the Model Context Protocol.
 *
 * @module spd-rag/mcp
 */
import { type Checks, checkOptions, type Filled, optional } from "../runtime/check/options"
import { filledText } from "../runtime/check/values"
import { loadPeer } from "../runtime/load-peer"
import type { SpdRag } from "../spd-rag"
import { toolsOf } from "../tools/tools-of"
import { registerTool } from "./register-tool"
import { registerResources } from "./resources"

/** How the server calls itself. */
export interface McpServerOptions {
  /** As clients show it. @default "spd-rag" */
  readonly name?: string | undefined
  /** @default "0" */
  readonly version?: string | undefined
}

/** A transport of the SDK, known by its shape. */
export interface McpTransport {
  start(): Promise<void>
  send(message: never, options?: never): Promise<void>
  close(): Promise<void>
}

/** The SDK's `McpServer`, to which more tools and resources may be added. */
export interface DocumentMcpServer {
  connect(transport: McpTransport): Promise<void>
  close(): Promise<void>
}

const optionChecks: Checks<Filled<McpServerOptions>> = {
  name: optional(filledText("a name"), "spd-rag"),
  version: optional(filledText("a version"), "0"),
}

/**
 * A set of documents as a server of the Model Context Protocol: the tools `ask_documents`, `extract_table`, `list_documents` and
 * `read_quote`, and each document as a resource. Connect it to a transport of the SDK, stdio or HTTP.
 *
 * A call that the client cancels is aborted; a client that asks for progress is told how many documents are done.
 *
 * @throws InvalidArgumentError where `@modelcontextprotocol/sdk` is not installed
 */
export async function createMcpServer(rag: SpdRag, options?: McpServerOptions): Promise<DocumentMcpServer> {
  const { name, version } = checkOptions(options, optionChecks, "options")
  const { McpServer, ResourceTemplate } = await loadPeer(
    "@modelcontextprotocol/sdk",
    "^1.20.0",
    () => import("@modelcontextprotocol/sdk/server/mcp.js"),
  )
  const server = new McpServer({ name, version })
  for (const tool of toolsOf(rag)) registerTool(server, tool)
  registerResources(server, rag, ResourceTemplate)
  return server as DocumentMcpServer
}
