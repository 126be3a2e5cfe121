import type {
  Citation,
  DocumentOutcome,
  Findings,
  MergeLeaf,
  MergeNode,
  MergeStep,
  Passage,
  QueryResult,
  UsageReport,
  UsageTotals,
  Warning,
} from "../../contracts"
import type { Answer, ComputedResult } from "../../contracts/answer"
import { DocumentAgentError, InvalidArgumentError } from "../../errors"
import { citationFields, findingsData, planData } from "../../runtime/check/data"
import { type Check, type Checks, isRecord, listOf, optional, shape } from "../../runtime/check/options"
import { finiteFrom, integerFrom, oneOf, text, valueThat, yesOrNo } from "../../runtime/check/values"
import { atOffsets } from "./at-offsets"
import { errorData } from "./revive-error"
import { type TableJSON, tableData } from "./table-data"

// An answer that was kept or sent: it may be cut, edited, or no answer at all.

/** More levels than any merge tree has. */
const mostLevels = 200

const finite: Check<number> = valueThat("a finite number", Number.isFinite)

const citation: Check<Citation> = (value, path) => {
  const checked = shape(citationFields)(value, path)
  atOffsets(checked, checked.quote.length, path)
  return checked
}

const passage: Check<Passage> = (value, path) => {
  const checked = shape<Passage>({
    chunkId: text,
    text,
    start: integerFrom(0),
    end: integerFrom(0),
    headings: listOf(text),
    tableHeader: optional(text),
    score: finite,
  })(value, path)
  atOffsets(checked, checked.text.length, path)
  return checked
}

const search = shape<Findings["searches"][number]>({ query: text, passages: listOf(passage) })

const findings: Check<Findings> = (value, path) => {
  const checked = findingsData(value, path)
  listOf(search)(checked.searches, `${path}.searches`)
  for (const [index, { quotes }] of checked.answers.entries()) {
    for (const [at, quote] of quotes.entries()) {
      atOffsets(quote, quote.text.length, `${path}.answers[${index}].quotes[${at}]`)
    }
  }
  return checked
}

const head = { documentId: text, title: text }

/** With its error as one of the library's. */
const outcome: Check<DocumentOutcome> = (value, path) => {
  const statuses = ["answered", "not-found", "partial", "failed", "skipped"] as const
  const status = oneOf(...statuses)(isRecord(value) ? value.status : undefined, `${path}.status`)
  const fields = shape(head)(value, path) as { readonly [field: string]: unknown }
  if (status === "skipped") {
    const reason = oneOf("empty", "limit", "missing", "not-selected")
    return shape({ reason, score: optional(finite) })(value, path) as DocumentOutcome
  }
  if (status !== "failed") findings(fields.findings, `${path}.findings`)
  if (status === "answered" || status === "not-found") return value as DocumentOutcome
  const error = errorData(fields.error, `${path}.error`)
  if (status === "partial" && error instanceof DocumentAgentError) {
    Object.defineProperty(error, "findings", { value: fields.findings, enumerable: false })
  }
  return { ...fields, error } as unknown as DocumentOutcome
}

const outcomes: Check<readonly DocumentOutcome[]> = (value, path) => {
  if (!Array.isArray(value)) throw new InvalidArgumentError(path, value, "an array")
  return value.map((item, index) => outcome(item, `${path}[${index}]`))
}

const leaf = shape<MergeLeaf>({
  kind: oneOf("findings"),
  documentId: text,
  tokens: finiteFrom(0),
  part: optional(integerFrom(1)),
})

const step = shape<MergeStep>({
  kind: oneOf("merge"),
  round: integerFrom(1),
  text,
  tokens: finiteFrom(0),
  children: listOf<MergeNode>((child) => child as MergeNode),
  documentIds: listOf(text),
  evidence: listOf(integerFrom(1)),
})

const tree: Check<MergeNode> = (value, path) => {
  const pending = [{ node: value, path, level: 1 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, path: at, level } = next
    if (level > mostLevels) throw new InvalidArgumentError(at, node, `at most ${mostLevels} levels deep`)
    if (isRecord(node) && node.kind === "findings") leaf(node, at)
    else {
      for (const [index, child] of step(node, at).children.entries()) {
        pending.push({ node: child, path: `${at}.children[${index}]`, level: level + 1 })
      }
    }
  }
  return value as MergeNode
}

const totalsFields: Checks<UsageTotals> = {
  calls: integerFrom(0),
  inputTokens: finiteFrom(0),
  outputTokens: finiteFrom(0),
  cachedInputTokens: finiteFrom(0),
  cost: finiteFrom(0),
}
const totals = shape(totalsFields)

function byName<T>(check: Check<T>): Check<{ readonly [name: string]: T }> {
  return (value, path) => {
    if (!isRecord(value)) throw new InvalidArgumentError(path, value, "an object")
    for (const [name, entry] of Object.entries(value)) check(entry, `${path}[${JSON.stringify(name)}]`)
    return value as { readonly [name: string]: T }
  }
}

const usage = shape<UsageReport>({
  ...totalsFields,
  lowerBound: yesOrNo,
  unpricedModels: listOf(text),
  byStage: byName(totals),
  byModel: byName(totals),
  byDocument: byName(totals),
  shared: totals,
  fromCache: optional(totals),
})

const warning = shape<Warning>({
  code: text as Check<Warning["code"]>,
  message: text,
  documentIds: optional(listOf(text)),
})

const computed = shape<ComputedResult>({
  sql: optional(text),
  result: shape<Pick<QueryResult, "columns" | "rows">>({
    columns: listOf(text),
    rows: valueThat<QueryResult["rows"]>("an array of rows", Array.isArray),
  }) as Check<QueryResult>,
})

/** The table as `answerToJSON` gives it. */
export const answerFields: Checks<Omit<Answer, "table"> & { readonly table?: TableJSON | undefined }> = {
  question: text,
  text,
  citations: listOf(citation),
  plan: planData,
  documents: outcomes,
  tree,
  usage,
  warnings: listOf(warning),
  durationMs: finiteFrom(0),
  computed: optional(computed),
  table: optional(tableData),
}
