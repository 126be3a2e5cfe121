import type { Warning } from "../../contracts"
import { messageOf } from "../../errors"

/** Documents of a set that could not be added, and why: an answer without them says so. */
export interface AddFailures {
  note(report: {
    readonly failed: readonly { readonly documentId: string; readonly error: Error }[]
    readonly added: readonly string[]
    readonly replaced: readonly string[]
    readonly unchanged: readonly string[]
    readonly skipped: readonly { readonly documentId: string }[]
  }): void
  forget(documentId: string): void
  /** What to say where nothing is in the set; empty where nothing failed. */
  reason(): string
  /** @param asked ids of the question; undefined where it asks every document */
  warnings(asked: readonly string[] | undefined): readonly Warning[]
}

export function createAddFailures(): AddFailures {
  const failures = new Map<string, unknown>()
  return {
    note({ failed, added, replaced, unchanged, skipped }) {
      for (const { documentId, error } of failed) failures.set(documentId, error)
      const settled = [...added, ...replaced, ...unchanged, ...skipped.map(({ documentId }) => documentId)]
      for (const documentId of settled) failures.delete(documentId)
    },
    forget: (documentId) => failures.delete(documentId),
    reason() {
      const [first] = failures.values()
      if (first === undefined) return ""
      const count = failures.size === 1 ? "1 document" : `${failures.size} documents`
      return `; ${count} could not be added: ${messageOf(first)}`
    },
    warnings(asked) {
      const ids = asked?.filter((id) => failures.has(id)) ?? [...failures.keys()].sort()
      if (ids.length === 0) return []
      const count = ids.length === 1 ? "1 document" : `${ids.length} documents`
      const message = `${count} could not be added to the set as last given, so that the answer may lack what they say.`
      return [{ code: "documents-not-added", message, documentIds: ids }]
    },
  }
}
