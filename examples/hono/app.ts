import { Hono } from "hono"
import { type SourceDocument, SpdRagError, spdRag } from "spd-rag"
import { loadDocuments } from "spd-rag/files"
import { eventStream } from "spd-rag/http"
import { offline } from "spd-rag/offline"
import { createApp } from "spd-rag/serve"

/**
 * An app that asks a set of documents: `POST /documents` adds files, `POST /ask` streams an answer, `/live` is the page of
 * spd-rag/serve. No key: the stages of spd-rag/offline quote sentences. With models of your own, pass
 * `{ llm, embedder, reranker }` in place of `offline()`. It knows no users: put your sign-in before it.
 */
export async function exampleApp(
  documents: readonly SourceDocument[],
  hosts?: readonly string[],
): Promise<Hono> {
  const rag = spdRag(offline())
  await rag.add(documents)
  const app = new Hono()

  app.post("/documents", async (context) => {
    const form = await context.req.formData()
    // A string is a path to `loadDocuments`: of what a visitor sends, files alone are passed on.
    const files = form.getAll("files").filter((file) => typeof file !== "string")
    const failures: string[] = []
    const loading = loadDocuments(files, {
      maxFileBytes: 10_000_000,
      missingPackages: "report",
      onError: ({ path, error }) => failures.push(`${path}: ${error.message}`),
    })
    const { added, replaced, unchanged, failed } = await rag.add(loading, { signal: context.req.raw.signal })
    for (const { documentId, error } of failed) failures.push(`${documentId}: ${error.message}`)
    return context.json({ documents: [...added, ...replaced, ...unchanged], failures })
  })

  app.post("/ask", async (context) => {
    const { question } = await context.req.json<{ question: string }>()
    return eventStream(rag.stream(question))
  })

  app.mount("/live", createApp({ rag, hosts }).fetch)

  app.onError((error, context) => {
    if (!SpdRagError.isInstance(error)) return context.json({ error: "The server failed." }, 500)
    return context.json({ error: error.message }, error.name === "InvalidArgumentError" ? 400 : 502)
  })
  return app
}
