import type { JSONValue } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import { countTokens } from "../../tokens/count-tokens"
import { asJSON, type EvaluatedRag, type EvaluatedSystem, usageOf } from "../evaluated-system"
import { type BenchmarkOptions, runBenchmark } from "../run-benchmark"
import type { RunLog, RunRecord } from "../run-log"
import { type Contract, type CuadData, contractDocument } from "./cuad"
import { passagesRead } from "./passages-read"
import type { CoverageQuestion } from "./questions"
import { rowsAfterSynthesis, rowsBeforeSynthesis } from "./rows"
import { type CoverageRow, type DocumentScore, scoreRow } from "./score"

/** The systems, the contracts, and where the results go. */
export interface RunCoverageOptions
  extends Pick<BenchmarkOptions<CoverageItem, EvaluatedSystem>, "retryFailed" | "signal" | "onRecord"> {
  readonly data: CuadData
  readonly questions: readonly CoverageQuestion[]
  readonly systems: readonly EvaluatedSystem[]
  readonly log: RunLog
  /** Goes after every question, for example `coverageInstruction`. @default nothing */
  readonly instruction?: string | undefined
}

type CoverageItem = { readonly id: string; readonly question: CoverageQuestion }

/**
 * Asks every system every question over all contracts and scores the rows of its answer, before and after
 * synthesis, document by document. Documents are added to a system once, when its first question is due.
 *
 * A contract that can't be used counts as unread in every row.
 */
export async function runCoverage(options: RunCoverageOptions): Promise<readonly RunRecord[]> {
  const { data, questions, systems, log } = options
  const size = data.contracts.length + data.unusable.length
  const contracts = new Map(data.contracts.map((contract) => [contract.id, contract]))
  const documentTokens = new Map<string, number>()
  const tokensOf = {
    text: countTokens,
    document(documentId: string) {
      const tokens = documentTokens.get(documentId) ?? countTokens(contracts.get(documentId)?.text ?? "")
      documentTokens.set(documentId, tokens)
      return tokens
    },
  }
  const textOf = ({ question }: CoverageQuestion) =>
    options.instruction === undefined ? question : `${question} ${options.instruction}`
  const ready = new Map<string, Promise<EvaluatedRag>>()
  return runBenchmark<CoverageItem, EvaluatedSystem>({
    systems,
    instances: questions.map((question) => ({ id: `${question.category} @ ${size}`, question })),
    log,
    retryFailed: options.retryFailed,
    signal: options.signal,
    onRecord: options.onRecord,
    describeInstance: ({ question }) => ({ category: question.category, documents: size }),
    run: async ({ system, instance, signal }) => {
      const opened = ready.get(system.name) ?? open(system, data.contracts, signal)
      ready.clear()
      ready.set(system.name, opened)
      const answer = await (await opened).ask(textOf(instance.question), { signal })
      const score = (rows: readonly CoverageRow[]) => [
        ...scoreRows(rows, contracts, instance.question),
        ...data.unusable.map(({ id }) => unusableScore(id)),
      ]
      return {
        usage: asJSON(usageOf(answer)),
        read: asJSON(passagesRead(answer.documents, tokensOf)),
        warnings: answer.warnings.map(({ code, message }) => `${code}: ${message}`),
        before: asJSON(score(rowsBeforeSynthesis(answer))),
        after: asJSON(score(rowsAfterSynthesis(answer))),
        unusable: data.unusable.map(({ id, reason }): JSONValue => ({ id, reason })),
      }
    },
  })
}

async function open(
  system: EvaluatedSystem,
  contracts: readonly Contract[],
  signal: AbortSignal | undefined,
): Promise<EvaluatedRag> {
  const rag = system.create()
  await rag.add(contracts.map(contractDocument), { signal })
  return rag
}

function scoreRows(
  rows: readonly CoverageRow[],
  contracts: ReadonlyMap<string, Contract>,
  question: CoverageQuestion,
): readonly DocumentScore[] {
  const byId = new Map(rows.map((row) => [row.documentId, row]))
  if (byId.size !== rows.length)
    throw new InvalidArgumentError("documents", rows.length, "one outcome a document")
  return [...contracts].map(([documentId, contract]) => {
    const row = byId.get(documentId) ?? { documentId, status: "unread", value: "", quotes: [] }
    return scoreRow(row, contract, question)
  })
}

/** Counted as present, so that it lowers recall and coverage and is never rightly absent. */
function unusableScore(documentId: string): DocumentScore {
  return {
    documentId,
    present: true,
    read: false,
    recalled: false,
    evidenceHit: false,
    absentRight: false,
    fabricated: false,
    quotes: 0,
    validQuotes: 0,
    right: false,
  }
}
