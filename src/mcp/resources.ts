import type { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js"
import type { SpdRag } from "../spd-rag"
import { documentText } from "../tools/kit/document-text"
import { documentsById } from "../tools/kit/documents-by-id"

const scheme = "spd-rag://documents/"
/** Documents that a list shows; the tool `list_documents` shows all, page by page. */
const mostListed = 1_000
/** Characters of a document that one read gives; `read_quote` reads further on. */
const mostRead = 200_000

/** Each document by `spd-rag://documents/ID`, its id escaped as a component of a URI. */
export function registerResources(server: McpServer, rag: SpdRag, Template: typeof ResourceTemplate): void {
  const list = async ({ signal }: { readonly signal: AbortSignal }) => {
    const documents = (await documentsById(rag, { signal })).slice(0, mostListed)
    const resources = documents.map(({ id, title }) => {
      return { uri: scheme + encodeURIComponent(id), name: title, mimeType: "text/plain" }
    })
    return { resources }
  }
  server.registerResource(
    "documents",
    new Template(`${scheme}{id}`, { list }),
    { title: "Documents", description: "The text of a document", mimeType: "text/plain" },
    async (uri, _, { signal }) => {
      const id = decodeURIComponent(uri.href.slice(scheme.length))
      const { text } = await documentText(rag, id, { start: 0, end: mostRead }, signal)
      return { contents: [{ uri: uri.href, mimeType: "text/plain", text: text.toWellFormed() }] }
    },
  )
}
