import { type AgentOptions, agentChecks, type ResolvedAgentOptions } from "../agent/agent-options"
import type {
  DocumentSearch,
  Findings,
  JSONValue,
  LLM,
  RowCheck,
  RowTask,
  StageRun,
  StandardSchema,
  StoredDocument,
  TableExample,
} from "../contracts"
import { storedDocumentData } from "../runtime/check/data"
import { type Check, type Checks, checkOptions, optional } from "../runtime/check/options"
import { llmPlug, searchPlug, stageRunChecks } from "../runtime/check/plugs"
import { callable, filledText, integerFrom, oneOf, valueThat } from "../runtime/check/values"
import { defaultCounter, loadTokenCounter } from "../tokens/default-counter"
import type { TokenCounter } from "../tokens/token-counter"
import { examplesInWords } from "./examples"
import { readRowsOf } from "./read/read-rows-of"
import { columnKeys } from "./read/reply/column-keys"
import { tableSchemaOf } from "./schema/table-schema"

/** The document, the columns, and the model that reads. */
export interface ExtractRowOptions<Values extends object = Readonly<Record<string, JSONValue>>>
  extends Omit<AgentOptions, "prompt">,
    StageRun {
  readonly document: StoredDocument
  readonly search: DocumentSearch
  readonly llm: LLM
  readonly columns: StandardSchema<Values>
  readonly question?: string | undefined
  /** @default "document" */
  readonly rows?: RowTask["rows"] | undefined
  readonly examples?: readonly TableExample<Values>[] | undefined
  /** @default 1 */
  readonly passes?: number | undefined
  readonly validate?: RowCheck<Values> | undefined
  readonly countTokens?: TokenCounter | undefined
}

type ExtractRun = ResolvedAgentOptions & ExtractRowOptions<never>

const anything: Check<StandardSchema<never>> = (value) => value as StandardSchema<never>

const optionChecks: Checks<ExtractRun> = {
  ...agentChecks,
  ...stageRunChecks,
  document: storedDocumentData,
  search: searchPlug,
  llm: llmPlug,
  columns: anything,
  question: optional(filledText("what the table is for, in words")),
  rows: optional(oneOf<RowTask["rows"]>("document", "many"), "document"),
  examples: optional(valueThat<readonly TableExample<never>[]>("an array of examples", Array.isArray), []),
  passes: optional(integerFrom(1), 1),
  validate: optional(callable<RowCheck<never>>()),
  countTokens: optional(callable<TokenCounter>()),
}

/**
 * Reads one document for the columns of a table: its row, or its rows, as findings with `rows`, whose tasks are the columns.
 *
 * @throws InvalidArgumentError that names the option or the column; DocumentAgentError with the failure as cause and what had
 * been read as `findings`; the signal's reason when it aborts
 */
export async function extractRow<Values extends object>(
  options: ExtractRowOptions<Values>,
): Promise<Findings> {
  const run = checkOptions(options, optionChecks as unknown as Checks<ExtractRun>, "options")
  const { question, rows = "document", passes = 1, countTokens = defaultCounter } = run
  const schema = tableSchemaOf(run.columns)
  const { columns } = schema
  const keys = columnKeys(columns)
  const list = (run.examples ?? []) as readonly TableExample[]
  const examples = await examplesInWords(list, { schema, keys, rows })
  await loadTokenCounter(run.countTokens, run.signal)
  const ask = { task: { columns, rows }, keys, question, examples }
  const validate = run.validate as RowCheck | undefined
  return readRowsOf({ ask, schema, passes, validate }, { ...run, countTokens })
}
