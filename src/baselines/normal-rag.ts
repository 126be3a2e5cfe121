import type { SpdRagConfig } from "../config/options"
import { sha256 } from "../runtime/hash"
import { answerFromPassages } from "./answer-call"
import { type Baseline, type BaselineRun, createBaseline } from "./baseline"
import { createCorpusIndexCache, createCorpusSearch } from "./corpus-search"
import { checkDepth, corpusDepthChecks, takeOptions } from "./options"
import { createPassageRegister } from "./passage-register"
import { answerPrompt } from "./prompt"
import { answerWithStages, planOf } from "./stage-answer"

/** Plugs and parameters of normal RAG; the paper's where none are given. */
export interface NormalRagConfig extends SpdRagConfig {
  /** Candidates of the one retrieval. @default 30 */
  readonly topK?: number | undefined
  /** Passages shown, after reranking. @default 20 */
  readonly topN?: number | undefined
}

/**
 * The paper's "normal RAG": one retrieval over all documents, one call. It uses the synthesizer's model; where the
 * config gives an agent, that agent reads the retrieved passages instead.
 *
 * @throws InvalidArgumentError that names the option
 */
export function normalRag(config: NormalRagConfig): Baseline {
  const { own, shared } = takeOptions(config, corpusDepthChecks)
  const { topK = 30, topN = 20 } = own
  checkDepth(topK, topN)
  const cache = createCorpusIndexCache()
  return createBaseline(shared, async (run) => {
    const search = createCorpusSearch(run, { topK, topN }, cache)
    const register = createPassageRegister(await boundaryOf(run))
    if (run.config.agent !== undefined) {
      const plan = await planOf(run)
      register.show(await search(plan.tasks.join("\n")))
      return {
        ...(await answerWithStages(run, plan, [...register.documents.values()])),
        unreadReason: "not-selected",
      }
    }
    const found = await search(run.question)
    const content = `# Question\n${run.question}\n\n# Passages\n${register.show(found)}`
    const messages = [
      { role: "system", content: answerPrompt },
      { role: "user", content },
    ] as const
    const searches = [{ query: run.question, passages: found.map(({ passage }) => passage) }]
    const result = await answerFromPassages(run, messages, register, searches, "finalized")
    return { ...result, unreadReason: "not-selected" }
  })
}

/** Follows from the documents' revisions, so that no document can hold it. */
export async function boundaryOf({ documents }: BaselineRun): Promise<string> {
  return (await sha256(documents.map(({ revision }) => revision).join("\n"))).slice(0, 8)
}
