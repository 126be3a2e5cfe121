import type { Citation, Findings } from "../contracts"
import type { Steps } from "../runtime/yield"

/** One verified quote with the number that markers refer to. */
export type Evidence = Omit<Citation, "number"> & { readonly number: number }

/** Numbers every quote of the findings from 1, in their order; the same slice of a document has one number. */
export interface EvidenceRegister {
  readonly all: readonly Evidence[]
  /** Evidence of one answer of the findings at `position`. */
  of(position: number, task: number): readonly Evidence[]
}

/** One finding a step. */
export function* registerEvidence(findings: readonly Findings[]): Steps<EvidenceRegister> {
  const all: Evidence[] = []
  const bySlice = new Map<string, Evidence>()
  const byAnswer = new Map<string, readonly Evidence[]>()
  for (const [position, { documentId, title, answers }] of findings.entries()) {
    yield
    for (const { task, quotes } of answers) {
      const evidence = quotes.map(({ text, chunkId, start, end }) => {
        const key = JSON.stringify([documentId, start, end])
        const known = bySlice.get(key)
        if (known !== undefined) return known
        const made: Evidence = { number: all.length + 1, documentId, title, quote: text, chunkId, start, end }
        all.push(made)
        bySlice.set(key, made)
        return made
      })
      byAnswer.set(`${position}/${task}`, evidence)
    }
  }
  return { all, of: (position, task) => byAnswer.get(`${position}/${task}`) ?? [] }
}
