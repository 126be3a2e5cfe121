import type { DocumentOutcome, Plan, Synthesis, SynthesisTask } from "../contracts"
import { recursiveSynthesize } from "../synthesis/recursive-synthesize"
import { findingsOf, unreadOf } from "./outcome-warnings"
import type { RunContext } from "./run-context"
import { checkSynthesis } from "./stage-output"

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
    return checkSynthesis(await config.synthesizer(task), task.findings)
  }
  const { countTokens, concurrency } = config
  return recursiveSynthesize({
    ...config.synthesis,
    ...task,
    llm: context.llm("synthesizer"),
    embedder: context.embedder("synthesis"),
    countTokens,
    concurrency,
  })
}
