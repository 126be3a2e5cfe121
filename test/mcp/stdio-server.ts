/** A server over stdio, as a client starts it: `stdio-server.ts`. */
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { spdRag } from "spd-rag"
import { createMcpServer } from "spd-rag/mcp"
import { offline } from "spd-rag/offline"

const rag = spdRag({ ...offline() })
await rag.add([
  { id: "a", text: "The lease ends on 31 March 2026. The rent is 500 dollars a month." },
  { id: "b", text: "The lease ends on 30 June 2027. The rent is 700 dollars a month." },
])
const server = await createMcpServer(rag, { name: "leases", version: "1" })
await server.connect(new StdioServerTransport())
