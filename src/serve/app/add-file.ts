import { messageOf, SpdRagError } from "../../errors"
import { loadDocuments } from "../../files"
import type { ResolvedAppOptions } from "../options"
import { readBody } from "./read-body"
import { json, Refusal } from "./refusal"
import type { VisitorSet } from "./sets"

/** What a file became: documents of the set, or why it did not. */
interface AddedFile {
  readonly documents: readonly { readonly id: string; readonly title: string }[]
  readonly problem?: string | undefined
}

/** Reads one file into a visitor's set. A file of a name that is there already takes its place. */
export async function addFile(
  request: Request,
  set: VisitorSet,
  { maxFileBytes, maxSetBytes }: ResolvedAppOptions,
): Promise<Response> {
  const name = fileName(new URL(request.url).searchParams.get("name"))
  const { sizes } = set
  if (sizes.size >= mostFiles && !sizes.has(name)) throw new Refusal(413, `A set takes ${mostFiles} files.`)
  const left = () => {
    const others = [...sizes].reduce((sum, [other, bytes]) => (other === name ? sum : sum + bytes), 0)
    return maxSetBytes - others
  }
  if (left() <= 0) throw tooLargeTogether()
  const bytes = await readBody(request, Math.min(maxFileBytes, left()), "The file")
  // Others may have come while it was read.
  if (bytes.byteLength > left()) throw tooLargeTogether()
  sizes.set(name, bytes.byteLength)
  const added = await addBytes(bytes, name, set, maxFileBytes, request.signal)
  if (added.problem !== undefined) sizes.delete(name)
  return json(added)
}

const mostFiles = 5_000

const tooLargeTogether = () => new Refusal(413, "The files of this set are too large together.")

async function addBytes(
  bytes: Uint8Array,
  name: string,
  { rag }: VisitorSet,
  maxFileBytes: number,
  signal: AbortSignal,
): Promise<AddedFile> {
  try {
    const documents = []
    for await (const document of loadDocuments({ bytes, name }, { maxFileBytes, signal })) {
      documents.push({ ...document, title: document.title ?? name })
    }
    const { failed } = await rag.add(documents, { signal })
    if (failed[0] !== undefined) return { documents: [], problem: failed[0].error.message }
    return { documents: documents.map(({ id, title }) => ({ id, title })) }
  } catch (error) {
    signal.throwIfAborted()
    if (!SpdRagError.isInstance(error)) throw error
    return { documents: [], problem: reasonOf(error) }
  }
}

/** Of files that failed together, the first one's reason: there is one file. */
function reasonOf(error: SpdRagError): string {
  const { failures } = error as unknown as { failures?: readonly { readonly error: unknown }[] }
  return messageOf(failures?.[0]?.error ?? error)
}

/** A path within what was chosen, such as contracts/acme.pdf. @throws Refusal */
function fileName(name: string | null): string {
  const clean = (name ?? "")
    .toWellFormed()
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => !["", ".", ".."].includes(part))
  const path = clean.join("/")
  if (path === "" || path.length > 500) throw new Refusal(400, "A file needs a name of 1 to 500 characters.")
  return path
}
