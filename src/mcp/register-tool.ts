import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { messageOf } from "../errors"
import type { DocumentTool } from "../tools/tool"
import { progressOf } from "./progress"

/** A failure is a result with `isError`, so that the model of the client can read what to do; an abort is thrown. */
export function registerTool(server: McpServer, tool: DocumentTool): void {
  const { name, title, description, input } = tool
  const annotations = { readOnlyHint: true }
  server.registerTool(
    name,
    { title, description, inputSchema: input.shape, annotations },
    async (given, { signal, _meta, sendNotification }) => {
      const token = _meta?.progressToken
      const progress = progressOf(async (done, total, message) => {
        if (token === undefined) return
        const params = { progressToken: token, progress: done, total, message }
        await sendNotification({ method: "notifications/progress", params })
      })
      try {
        const { text, data } = await tool.run(given as never, { signal, onEvent: progress.onEvent })
        await progress.sent()
        return { content: [{ type: "text", text }], structuredContent: data }
      } catch (error) {
        signal.throwIfAborted()
        return { content: [{ type: "text", text: messageOf(error) }], isError: true }
      }
    },
  )
}
