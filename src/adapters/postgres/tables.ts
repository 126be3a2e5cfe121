import { InvalidArgumentError } from "../../errors"

/** Names as they stand in statements. */
export interface Tables {
  readonly documents: string
  readonly chunks: string
  readonly sets: string
  readonly writes: string
  /** The type `vector` and its cosine distance, wherever the extension is. */
  readonly vector: string
  readonly distance: string
}

/** The plain names of the tables and their columns. */
export const columns: { readonly [table: string]: readonly string[] } = {
  spd_rag_documents: ["document_key", "place", "write", "revision", "dimensions", "chunk_count", "document"],
  spd_rag_chunks: ["write", "position", "document_key", "embedding", "chunk"],
  spd_rag_sets: ["name", "value"],
}

export function schemaName(value: unknown, path: string): string {
  if (typeof value === "string" && /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(value)) return value
  throw new InvalidArgumentError(path, value, "a name of letters, digits and underscores, at most 63")
}

export function tablesIn(schema: string | undefined, extensionSchema: string): Tables {
  const at = (name: string) => (schema === undefined ? name : `"${schema}".${name}`)
  const extension = `"${extensionSchema.replaceAll('"', '""')}"`
  return {
    documents: at("spd_rag_documents"),
    chunks: at("spd_rag_chunks"),
    sets: at("spd_rag_sets"),
    writes: at("spd_rag_writes"),
    vector: `${extension}.vector`,
    distance: `OPERATOR(${extension}.<=>)`,
  }
}
