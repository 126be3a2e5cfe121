import { setAccess } from "../../documents/set-access"
import { InvalidArgumentError } from "../../errors"
import { joinSlices, type TextSlice } from "../../evidence/slices"
import type { SpdRag } from "../../spd-rag"

/** A stretch of a document's text, cut to what there is; its chunks hold all of it but white space. */
export async function documentText(
  rag: SpdRag,
  documentId: string,
  range: { readonly start: number; readonly end: number },
  signal: AbortSignal | undefined,
): Promise<TextSlice & { readonly title: string }> {
  const access = rag[setAccess]
  if (access === undefined) throw new InvalidArgumentError("rag", rag, "a set made by `spdRag`")
  const document = await rag.get(documentId, { signal })
  if (document === undefined) {
    throw new InvalidArgumentError("documentId", documentId, "the id of a document of the set")
  }
  const { revision, title } = document
  const chunks = await access.vectorStore.chunks({ documentId, revision, signal })
  const within = chunks.filter((chunk) => chunk.start < range.end && range.start < chunk.end)
  const first = within[0]
  if (first === undefined) {
    const length = chunks.at(-1)?.end ?? 0
    throw new InvalidArgumentError(
      "start",
      range.start,
      `within the document, which has ${length} characters`,
    )
  }
  const whole = joinSlices(within)
  const start = Math.max(range.start, first.start)
  const text = whole.slice(start - first.start, range.end - first.start)
  return { title, start, end: start + text.length, text }
}
