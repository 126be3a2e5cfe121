import type { ResolvedConfig } from "../../config/resolve"
import type { ResolvedAsk } from "../../config/resolve-ask"
import type { Estimate } from "../../contracts"
import { runStepsYielding, type Steps } from "../../runtime/yield"
import { loadTokenCounter } from "../../tokens/default-counter"
import { checkBeforePaying } from "../ask-question"
import { type AskedDocument, selectDocuments } from "../documents/select-documents"
import { policePlugs } from "../policed-plugs"
import type { AddFailures } from "../warnings/add-failures"
import { estimateOf, filledOf } from "./estimate-of"
import { proseUses } from "./prose"
import type { Uses } from "./uses"

/** Reads the list of documents from the store, and nothing else: no call of a model is made. */
export async function estimateQuestion(
  ask: ResolvedAsk,
  config: ResolvedConfig,
  failures: AddFailures,
): Promise<Estimate> {
  const { signal } = ask
  signal?.throwIfAborted()
  await loadTokenCounter(config.countTokens, signal)
  checkBeforePaying(ask.question, config)
  const asked = await askedDocuments(ask, config, failures)
  const uses = await runStepsYielding(await usesOf(ask, asked, config), signal)
  return estimateOf(uses, asked, ask.routing === false, config)
}

async function usesOf(
  ask: ResolvedAsk,
  asked: readonly AskedDocument[],
  config: ResolvedConfig,
): Promise<Steps<Uses>> {
  const filled = filledOf(asked)
  if (ask.mode === "prose") return proseUses(ask, filled, config)
  // Loaded on first use, as for `ask`.
  const { usesByTable } = await import("./table/by-table")
  return usesByTable(ask, filled, config)
}

/** Those that a run would read, of which the store tells the tokens. */
export function askedDocuments(
  ask: ResolvedAsk,
  config: ResolvedConfig,
  failures: AddFailures,
  mayBeEmpty = false,
): Promise<readonly AskedDocument[]> {
  const { store } = policePlugs(config, {}, () => {})
  return selectDocuments(store("search"), ask, config.concurrency, ask.signal, failures, mayBeEmpty)
}
