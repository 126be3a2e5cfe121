import type {
  Embedder,
  Findings,
  LLM,
  Plan,
  StageRun,
  Synthesis,
  UnreadDocument,
  Warning,
} from "../contracts"
import { InvalidArgumentError, NoFindingsError } from "../errors"
import { linkAbort } from "../runtime/abort"
import { findingsData, planData, unreadData } from "../runtime/check/data"
import { type Checks, checkOptions, listOf, optional } from "../runtime/check/options"
import { embedderPlug, llmPlug, stageRunChecks } from "../runtime/check/plugs"
import { abortSignal, callable, filledText, integerFrom, text } from "../runtime/check/values"
import { safeListener } from "../runtime/emit"
import { createKeyedQueue } from "../runtime/keyed-queue"
import { mergeWarnings } from "../runtime/merge-warnings"
import { nextTurn } from "../runtime/yield"
import { defaultCounter, loadTokenCounter } from "../tokens/default-counter"
import { stepsOf, type TokenCounter } from "../tokens/token-counter"
import { cutToOneCall } from "./cut/to-one-call"
import { type Ends, isTimeLimit, throwIfAborted } from "./ends"
import type { WrittenAnswer } from "./merge/answer-text"
import type { MergeContext } from "./merge/context"
import { answerOf, writeAnswer } from "./merge/last"
import { streamAnswer } from "./merge/stream-answer"
import { prepareTexts } from "./prepare-texts"
import { mergeRounds } from "./rounds"
import { stitchedText } from "./stitch"
import { type ResolvedSynthesisOptions, type SynthesisOptions, synthesisChecks } from "./synthesis-options"
import type { MergeText } from "./text"

/** Spread a synthesizer's task into it, and the calls go through the run: retries, limits, meter and events. */
export interface RecursiveSynthesizeOptions extends SynthesisOptions, StageRun {
  readonly question: string
  /** @default plan.synthesisDirective */
  readonly directive?: string | undefined
  /** Its tasks say what the findings are findings of; needed where `directive` is not given. */
  readonly plan?: Plan | undefined
  /** The user's own rules, beside the built-in ones. */
  readonly instructions?: string | undefined
  readonly findings: readonly Findings[]
  readonly llm: LLM
  /** Places similar findings together; without it, neighbours by position are merged. */
  readonly embedder?: Embedder | undefined
  /** Documents without findings; the text says what it does not cover. */
  readonly unread?: readonly UnreadDocument[] | undefined
  readonly countTokens?: TokenCounter | undefined
  /** Merge calls at a time. @default 8 */
  readonly concurrency?: number | undefined
  /** When it aborts, merging ends early: the last merge is made of what there is by then. */
  readonly finishSignal?: AbortSignal | undefined
  /** When it aborts, no call goes on: the answer is put together by code from what is merged by then, with a warning. */
  readonly stopSignal?: AbortSignal | undefined
}

const optionChecks: Checks<ResolvedSynthesisOptions & RecursiveSynthesizeOptions> = {
  ...synthesisChecks,
  ...stageRunChecks,
  question: filledText("a question"),
  directive: optional(text),
  plan: optional(planData),
  instructions: optional(text),
  findings: listOf(findingsData),
  llm: llmPlug,
  embedder: optional(embedderPlug),
  unread: optional(unreadData, []),
  countTokens: optional(callable<TokenCounter>()),
  concurrency: optional(integerFrom(1), 8),
  finishSignal: optional(abortSignal),
  stopSignal: optional(abortSignal),
}

/**
 * Merges findings, similar ones first, until one cited text is left (paper, section "Synthesis").
 *
 * Every call, prompt and reserved output together, stays within `maxBatchTokens` and the model's window. Every
 * finding reaches a prompt. With n texts at the start, one a finding and more where a finding is larger than a
 * call, there are at most `maxRounds(n)` rounds and `maxMergeCalls(n)` calls, whatever the model returns.
 *
 * @throws NoFindingsError without findings; InvalidArgumentError for an option, and for a budget smaller than the instructions;
 * InvalidOutputError where the last merge is refused or empty, or the embedder's vectors can't be used; the
 * signal's reason when it aborts
 */
export async function recursiveSynthesize(options: RecursiveSynthesizeOptions): Promise<Synthesis> {
  const settings = checkOptions(options, optionChecks, "options")
  const { question, plan, instructions, findings, unread, signal, calls, concurrency = 8 } = settings
  const { directive = plan?.synthesisDirective, countTokens: counter = defaultCounter } = settings
  if (directive === undefined) throw new InvalidArgumentError("directive", undefined, "given, or a plan")
  if (findings.length === 0) throw new NoFindingsError("There are no findings to synthesize.")
  const llm = calls?.llm(settings.llm) ?? settings.llm
  const embedder = settings.embedder && (calls?.embedder(settings.embedder) ?? settings.embedder)
  await loadTokenCounter(settings.countTokens, signal)
  // Thousands of findings have been checked.
  await nextTurn()
  const additive = stepsOf(counter) !== undefined
  const countTokens = additive ? counter : checkedCounter(counter)
  const tasks = plan?.tasks ?? []
  const emit = safeListener(settings.onEvent)
  const warnings: Warning[] = []
  const warn = (warning: Warning) => warnings.push(warning)

  const common = {
    question,
    directive,
    tasks,
    instructions,
    findings,
    unread,
    llm,
    settings,
    countTokens,
    warn,
  }
  const prepared = await prepareTexts({ ...common, signal })
  const inTurn = createKeyedQueue()
  const context: MergeContext = { ...common, additive, prepared, emit, onEvent: settings.onEvent, inTurn }
  const { finishSignal, stopSignal } = settings
  const ends = { signal, finishSignal, stopSignal }
  const { texts, round, maxRounds } = await mergeRounds(context, { embedder, concurrency, ...ends })
  emit({ type: "round-start", round, maxRounds, texts: texts.length, batches: 1 })
  const synthesis = await lastMerge(context, texts, round, ends)
  emit({ type: "round-end", round, texts: 1 })
  return { ...synthesis, warnings: mergeWarnings(warnings) }
}

/** A counter whose every figure is one that sums can be made of. */
function checkedCounter(countTokens: (text: string) => number): (text: string) => number {
  return (text) => {
    const tokens = countTokens(text)
    if (Number.isFinite(tokens) && tokens >= 0) return tokens
    throw new InvalidArgumentError(
      "countTokens",
      tokens,
      "a function that returns a number of tokens, from 0 up",
    )
  }
}

/** The answer, written by the model or, where no time is left for that, put together by code. */
async function lastMerge(
  context: MergeContext,
  texts: readonly MergeText[],
  round: number,
  { signal, stopSignal }: Ends,
): Promise<Omit<Synthesis, "warnings">> {
  const streamed = streamAnswer(context.llm, context.prepared.register.all, context.onEvent && context.emit)
  const end = (parts: readonly MergeText[], written: WrittenAnswer) => {
    const answer = answerOf(context, parts, written, round)
    streamed.end(answer.text)
    return answer
  }
  const { controller, unlink } = linkAbort(signal, stopSignal)
  try {
    controller.signal.throwIfAborted()
    const { shown, leftOut } = cutToOneCall(context, texts)
    if (shown.length === 0 && leftOut.length > 0) return end(texts, stitchedText(context, texts))
    const { parts, written } = await writeAnswer(context, shown, streamed, round, controller.signal)
    throwIfAborted(signal)
    return end([...parts, ...leftOut], written)
  } catch (error) {
    throwIfAborted(signal)
    if (stopSignal?.aborted !== true && !isTimeLimit(error)) throw error
    return end(texts, stitchedText(context, texts))
  } finally {
    unlink()
  }
}
