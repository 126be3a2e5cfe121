import type { DocumentOutcome, Plan, Synthesis, SynthesisTask } from "../contracts"
import { recursiveSynthesize } from "../synthesis/recursive-synthesize"
import type { RunContext } from "./run-context"
import { checkSynthesis } from "./stage-output"
import { stopAtShare } from "./time-limit"
import { answerWarnings } from "./warnings/answer-warnings"
import { findingsOf, unreadOf } from "./warnings/outcome-warnings"

/** Share of the time after which no more is merged, but the answer is written from what there is. */
const finishShare = 0.9
/** Share after which nothing is written any more, but what was merged is put together. The rest is for that. */
const stopShare = 0.98

/** One cited text of all that was read. */
export async function synthesize(
  context: RunContext,
  plan: Plan,
  outcomes: readonly DocumentOutcome[],
): Promise<Synthesis> {
  const { question, config, signal } = context
  const task: SynthesisTask = {
    question,
    plan,
    findings: findingsOf(outcomes),
    unread: unreadOf(outcomes),
    ...context.stageRun("synthesis", signal),
  }
  if (config.synthesizer !== undefined) {
    const own = checkSynthesis(await config.synthesizer(task), task.findings)
    return { ...own, warnings: [...own.warnings, ...(await answerWarnings(task, own))] }
  }
  const { countTokens, concurrency } = config
  const [finish, stop] = [new AbortController(), new AbortController()]
  const stopClocks = [stopAtShare(context, finishShare, finish), stopAtShare(context, stopShare, stop)]
  return recursiveSynthesize({
    ...config.synthesis,
    ...task,
    finishSignal: finish.signal,
    stopSignal: stop.signal,
    llm: context.llm("synthesizer"),
    embedder: context.embedder("synthesis"),
    countTokens,
    concurrency,
  }).finally(() => {
    for (const stopClock of stopClocks) stopClock()
  })
}
