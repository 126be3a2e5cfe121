import type { LLM, VectorStore } from "../../contracts"
import type { Answer } from "../../contracts/answer"
import { unsupportedFigures } from "../../evidence/figures/unsupported-figures"
import { runSteps } from "../../runtime/yield"
import { spdRag } from "../../spd-rag"
import { type CuadData, contractDocument } from "../coverage/cuad"
import { markdownTable } from "../markdown"
import { plannedContractColumns } from "./contract-columns"
import { tableReader } from "./table-reader"

/** What became of one question that is answered by a table, from the plan to the final text. */
export interface TableAnswerScore {
  readonly budget: number
  readonly question: string
  /** Rows of the table, one a contract. */
  readonly rows: number
  /** Lines of the computed result, and of these the ones that the final text does not hold, value by value. */
  readonly lines: number
  readonly lostLines: number
  /** Figures of the final text's words that the result does not hold. */
  readonly wrongFigures: number
  /** Lines of the final text without a marker of a quote, of those that come from quoted cells. */
  readonly uncited: number
}

const questions: readonly (readonly [question: string, sql: string])[] = [
  [
    "Which law governs each contract, and of which date is it?",
    'SELECT document_id, "law", "agreementDate" FROM rows ORDER BY document_id',
  ],
  [
    "How many contracts are under the law of New York?",
    `SELECT COUNT(*) AS contracts FROM rows WHERE "law" = 'New York'`,
  ],
  [
    "How many contracts are there by law?",
    'SELECT "law", COUNT(*) AS contracts FROM rows WHERE "law" IS NOT NULL GROUP BY "law" ORDER BY contracts DESC, "law"',
  ],
  ["Which is the earliest agreement?", 'SELECT document_id, MIN("agreementDate") AS date FROM rows'],
]

/**
 * Asks questions with `mode: "table"` at each budget of tokens. Plan and words are scripted, the words first with a figure
 * that is not in the result; contracts are read without a fault.
 */
export async function runTableAnswers(options: {
  readonly data: CuadData
  readonly budgets: readonly number[]
  readonly vectorStore: VectorStore
  readonly signal?: AbortSignal | undefined
}): Promise<readonly TableAnswerScore[]> {
  const { data, budgets, vectorStore, signal } = options
  const scores: TableAnswerScore[] = []
  for (const budget of budgets) {
    for (const [question, sql] of questions) {
      const rag = spdRag({
        vectorStore,
        agent: tableReader(data),
        llm: scripted(sql, budget),
        synthesis: { maxBatchTokens: budget },
      })
      // Contracts that the store has are not added twice.
      await rag.add(data.contracts.map(contractDocument), { signal })
      const answer = await rag.ask(question, { mode: "table", signal })
      scores.push({ budget, question, ...scoreOf(answer) })
    }
  }
  return scores
}

/** A coordinator with its plan made, and a writer that is held to the result. */
function scripted(sql: string, contextWindow: number): LLM {
  const plan = { kind: "table", reasoning: "", rows: "document", columns: plannedContractColumns, sql }
  let said = 0
  return {
    modelId: "scripted",
    contextWindow,
    async generate({ stage, jsonSchema, messages }) {
      const reply = (text: string) => ({ text, finishReason: "stop" as const })
      if (stage === "coordinator") return reply(JSON.stringify(plan))
      if (jsonSchema !== undefined) return reply(JSON.stringify({ groups: [] }))
      const lines = /# Result of (\d+) lines/.exec(messages.at(1)?.content ?? "")?.[1]
      return reply(said++ === 0 ? "There are 987654 of them." : `The result has ${lines} lines.`)
    },
  }
}

function scoreOf({ text, computed, table }: Answer): Omit<TableAnswerScore, "budget" | "question"> {
  const { columns, rows: lines } = computed!.result
  const shown = text.split("\n").filter((line) => line.startsWith("| "))
  const [header = "", , ...body] = shown
  const words = text.slice(0, text.indexOf(header))
  const cellsOf = (line: string) =>
    line
      .slice(2)
      .split(" | ")
      .map((cell) => cell.replace(/\\(.)/g, "$1"))
  const isShown = (values: readonly unknown[], line = "") =>
    values.every(
      (value, at) =>
        cellsOf(line)[at]?.trim() ===
        String(value ?? "")
          .replace(/\s+/g, " ")
          .trim(),
    )
  return {
    rows: table!.rows.length,
    lines: lines.length,
    lostLines: lines.filter(({ values }, at) => !isShown(values, body[at])).length,
    wrongFigures: runSteps(unsupportedFigures(words, [shown.join("\n"), String(lines.length)])).length,
    uncited: lines.filter(
      ({ rowIndexes }, at) =>
        rowIndexes.some((index) =>
          Object.values(table!.rows[index]!.cells).some(({ quotes }) => quotes.length > 0),
        ) &&
        !/\[\d+\]/.test(
          cellsOf(body[at] ?? "")
            .slice(columns.length)
            .join(""),
        ),
    ).length,
  }
}

/** A row for each question and budget, as a Markdown table. */
export function tableAnswersReport(scores: readonly TableAnswerScore[]): string {
  return markdownTable(
    [
      "question",
      "budget",
      "rows",
      "lines of the result",
      "lost in the text",
      "figures not of the result",
      "without a source",
    ],
    scores.map(({ question, ...score }) => [
      question,
      ...[score.budget, score.rows, score.lines, score.lostLines, score.wrongFigures, score.uncited].map(
        String,
      ),
    ]),
  )
}
