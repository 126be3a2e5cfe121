import { SpdRagError, spdRag } from "spd-rag"
import { loadDocuments } from "spd-rag/files"
import { eventStream } from "spd-rag/http"
import { offline } from "spd-rag/offline"

const mostBytes = 10_000_000

/**
 * Answers a form's question from its files, as server-sent events. No key: the stages of spd-rag/offline quote sentences.
 * With models of your own, pass `{ llm, embedder, reranker }` in place of `offline()`. It knows no users: put your sign-in
 * before it.
 */
export async function answer(request: Request): Promise<Response> {
  try {
    const form = await request.formData()
    const question = form.get("question")
    // A string is a path to `loadDocuments`: of what a visitor sends, files alone are passed on.
    const files = form.getAll("files").filter((file) => typeof file !== "string")
    const rag = spdRag(offline())
    const loading = loadDocuments(files, { maxFileBytes: mostBytes, signal: request.signal })
    const [failure] = (await rag.add(loading)).failed
    if (failure !== undefined) throw failure.error
    return eventStream(rag.stream(String(question ?? ""), { signal: request.signal }))
  } catch (error) {
    if (!SpdRagError.isInstance(error)) throw error
    return Response.json({ error: error.message }, { status: 400 })
  }
}
