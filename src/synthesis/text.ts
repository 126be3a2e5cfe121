import type { Findings, MergeNode, MergeStep } from "../contracts"

/** A text on its way up the tree, with all that it rests on. */
export interface MergeText {
  readonly text: string
  readonly tokens: number
  readonly node: MergeNode
  /** Positions of the findings below, ascending. */
  readonly positions: readonly number[]
  /** Numbers of the evidence below, ascending; kept also where the text has dropped a marker. */
  readonly evidence: readonly number[]
  /** True after a merge of it failed: it waited for another round. */
  readonly waited?: true | undefined
}

/** The text that a merge made of others. */
export function mergedText(
  parts: readonly MergeText[],
  text: string,
  tokens: number,
  round: number,
  findings: readonly Findings[],
): MergeText {
  const positions = ascending(parts.flatMap((part) => part.positions))
  const evidence = ascending(parts.flatMap((part) => part.evidence))
  const node: MergeStep = {
    kind: "merge",
    round,
    text,
    tokens,
    children: parts.map((part) => part.node),
    documentIds: positions.map((position) => findings[position]!.documentId),
    evidence,
  }
  return { text, tokens, node, positions, evidence }
}

export function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}
