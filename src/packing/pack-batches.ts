import { InvalidArgumentError } from "../errors"
import type { Dendrogram } from "../linkage/average-linkage"
import { type Checks, checkOptions, isRecord, optional } from "../runtime/check/options"
import { oneOf, positive, valueThat } from "../runtime/check/values"
import { runSteps, type Steps } from "../runtime/yield"
import { packGroups } from "./groups"
import { largestSubtrees, leavesUnder, type SizedTree, sizedTree } from "./subtrees"

/**
 * `subtrees`: the published rule, only whole subtrees become batches.
 * `close-to-fewest`: such subtrees are packed together, near ones first.
 */
export type PackingRule = "close-to-fewest" | "subtrees"

/**
 * Groups items along their tree so that no batch exceeds the budget: a partition of 0 to n - 1.
 *
 * First every largest subtree that fits is a group. The rule `subtrees` stops there. The default,
 * `close-to-fewest`, then packs groups together, near ones first, so that what the published rule keeps together
 * stays together. Only where that makes more than 1.2 times the fewest batches that the tokens could fill, some
 * groups are taken apart, if this reaches 1.2 and no fewer pairs share a batch than under the published rule. Items
 * in a batch are in ascending order, batches by their first item. Time O(n log n).
 *
 * @throws InvalidArgumentError for an item over the budget, and for a tree that is not one of these items.
 */
export function packBatches(request: PackingRequest): number[][] {
  return runSteps(packingSteps(request))
}

/** Items to pack. */
export interface PackingRequest {
  /** Size of each item; zero is fine. */
  readonly tokens: readonly number[]
  /** Of these items. */
  readonly dendrogram: Dendrogram
  /** Tokens a batch may hold. */
  readonly budget: number
  readonly rule?: PackingRule | undefined
}

const requestChecks: Checks<PackingRequest> = {
  tokens: valueThat<readonly number[]>("an array of sizes", Array.isArray),
  dendrogram: valueThat<Dendrogram>(
    "a dendrogram",
    (value) => isRecord(value) && Array.isArray(value.merges),
  ),
  budget: positive,
  rule: optional(oneOf<PackingRule>("close-to-fewest", "subtrees")),
}

/** As `packBatches`, in a few steps: tens of thousands of items take a while. */
export function* packingSteps(request: PackingRequest): Steps<number[][]> {
  const {
    tokens,
    dendrogram,
    budget,
    rule = "close-to-fewest",
  } = checkOptions(request, requestChecks, "request")
  checkSizes(tokens, budget)
  const tree = sizedTree(tokens, dendrogram)
  yield
  const batches = rule === "subtrees" ? wholeSubtrees(tree, budget) : packGroups(tree, budget)
  yield
  for (const batch of batches) batch.sort((a, b) => a - b)
  return batches.sort((a, b) => a[0]! - b[0]!)
}

function wholeSubtrees(tree: SizedTree, budget: number): number[][] {
  return largestSubtrees(tree, budget).map((root) => leavesUnder(tree, root))
}

function checkSizes(tokens: readonly number[], budget: number): void {
  for (let i = 0; i < tokens.length; i++) {
    if (!(tokens[i]! >= 0 && tokens[i]! <= budget)) {
      throw new InvalidArgumentError(`tokens[${i}]`, tokens[i], `from 0 to the budget of ${budget}`)
    }
  }
}
