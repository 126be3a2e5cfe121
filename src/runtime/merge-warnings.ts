import type { Warning } from "../contracts"

/** One warning a code, in order of first appearance: how often it was given, and for which documents. */
export function mergeWarnings(warnings: readonly Warning[]): readonly Warning[] {
  const byCode = new Map<Warning["code"], { first: Warning; count: number; documentIds: Set<string> }>()
  for (const warning of warnings) {
    const known = byCode.get(warning.code) ?? { first: warning, count: 0, documentIds: new Set() }
    known.count += 1
    for (const id of warning.documentIds ?? []) known.documentIds.add(id)
    byCode.set(warning.code, known)
  }
  return [...byCode.values()].map(({ first, count, documentIds }) => ({
    code: first.code,
    message: count === 1 ? first.message : `${first.message} (${count} times in all)`,
    ...(documentIds.size > 0 && { documentIds: [...documentIds].sort() }),
  }))
}
