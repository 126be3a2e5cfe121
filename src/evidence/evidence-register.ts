import type { Citation, Findings } from "../contracts"
import type { Steps } from "../runtime/yield"

/** One verified quote with the number that markers refer to. */
export type Evidence = Omit<Citation, "number"> & { readonly number: number }

/** Numbers every quote of the findings from 1, in their order; the same slice of a document has one number. */
export interface EvidenceRegister {
  readonly all: readonly Evidence[]
  /**
   * Numbers of the quotes that tell a writer more than the answer before them. Those that the library found do not:
   * it found them by the answer's own figures and names.
   */
  readonly telling: ReadonlySet<number>
  /** Evidence of one answer of the findings at `position`. */
  of(position: number, task: number): readonly Evidence[]
}

/** One finding a step. */
export function* registerEvidence(findings: readonly Findings[]): Steps<EvidenceRegister> {
  const all: Evidence[] = []
  const telling = new Set<number>()
  const bySlice = new Map<string, Evidence>()
  const byAnswer = new Map<string, readonly Evidence[]>()
  for (const [position, { documentId, title, answers }] of findings.entries()) {
    yield
    for (const { task, quotes } of answers) {
      const evidence = quotes.map(({ text, chunkId, start, end, foundByLibrary }) => {
        const key = JSON.stringify([documentId, start, end])
        let entry = bySlice.get(key)
        if (entry === undefined) {
          entry = { number: all.length + 1, documentId, title, quote: text, chunkId, start, end }
          all.push(entry)
          bySlice.set(key, entry)
        }
        if (!foundByLibrary) telling.add(entry.number)
        return entry
      })
      byAnswer.set(`${position}/${task}`, evidence)
    }
  }
  return { all, telling, of: (position, task) => byAnswer.get(`${position}/${task}`) ?? [] }
}
