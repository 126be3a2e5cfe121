import type { DocumentOutcome, Findings } from "../../contracts"

/** How much of the documents was read for an answer. */
export interface PassagesRead {
  /** Distinct passages shown; a document that was read whole counts as one. */
  readonly passages: number
  /** Tokens of the distinct passages and of the documents that were read whole. */
  readonly passageTokens: number
}

/** Adds up what the agents of an answer were shown, each passage of a document once. */
export function passagesRead(
  documents: readonly DocumentOutcome[],
  tokensOf: { readonly text: (text: string) => number; readonly document: (documentId: string) => number },
): PassagesRead {
  let passages = 0
  let passageTokens = 0
  for (const outcome of documents) {
    if (!("findings" in outcome)) continue
    const { findings } = outcome
    if (findings.stopReason === "read-whole") {
      passages += 1
      passageTokens += tokensOf.document(outcome.documentId)
      continue
    }
    for (const text of distinctPassages(findings).values()) {
      passages += 1
      passageTokens += tokensOf.text(text)
    }
  }
  return { passages, passageTokens }
}

function distinctPassages({ searches }: Findings): ReadonlyMap<string, string> {
  return new Map(
    searches.flatMap(({ passages }) =>
      passages.map(({ chunkId, start, end, text }) => [`${chunkId} ${start} ${end}`, text] as const),
    ),
  )
}
