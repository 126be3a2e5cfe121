const prefixLength = 4

/** Finds terms of a vocabulary that are forms of one it lacks: endings of German, French, Spanish and Turkish. */
export type RelatedTerms = (term: string) => readonly string[]

/** Terms meet where the shorter begins the longer and is half of it, or where most of both is the same. */
export function createRelatedTerms(vocabulary: Iterable<string>): RelatedTerms {
  const byPrefix = new Map<string, string[]>()
  for (const term of vocabulary) {
    if (term.length < prefixLength) continue
    const prefix = term.slice(0, prefixLength)
    const list = byPrefix.get(prefix)
    if (list === undefined) byPrefix.set(prefix, [term])
    else list.push(term)
  }
  return (term) =>
    (byPrefix.get(term.slice(0, prefixLength)) ?? []).filter((other) => areRelated(term, other))
}

function areRelated(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  const longer = Math.max(one.length, other.length)
  let common = 0
  while (common < shorter && one.charCodeAt(common) === other.charCodeAt(common)) common += 1
  return (common === shorter && common >= longer / 2) || (common >= 7 && common >= 0.7 * longer)
}
