import type {
  Citation,
  Findings,
  FoundRow,
  Plan,
  Quote,
  RefusedQuote,
  RowTask,
  StoredDocument,
  TableColumn,
  TaskAnswer,
  UnreadDocument,
} from "../../contracts"
import { type Check, type Checks, isRecord, listOf, optional, shape } from "./options"
import { filledText, integerFrom, oneOf, text, valueThat, yesOrNo } from "./values"

// What passes between stages: a stage of one's own may give anything.

const tasks: Check<readonly string[]> = (value, path) => {
  valueThat("an array with at least one task", (list) => Array.isArray(list) && list.length > 0)(value, path)
  return listOf(filledText("a task"))(value, path)
}

export const planData: Check<Plan> = shape<Plan>({ tasks, synthesisDirective: text })

export const storedDocumentData: Check<StoredDocument> = shape<Omit<StoredDocument, "metadata">>({
  id: filledText("an id"),
  title: text,
  revision: filledText("a revision"),
  chunkCount: integerFrom(0),
  tokens: integerFrom(0),
})

const onlyTrue: Check<true> = valueThat<true>("true, or left out", (value) => value === true)

export const quoteData: Check<Quote> = shape<Quote>({
  text,
  chunkId: text,
  start: integerFrom(0),
  end: integerFrom(0),
  foundByLibrary: optional(onlyTrue),
})

const taskAnswer: Check<TaskAnswer> = shape<TaskAnswer>({
  task: integerFrom(1),
  found: yesOrNo,
  answer: text,
  quotes: listOf(quoteData),
  unverifiedQuotes: optional(integerFrom(0)),
  refusedQuotes: optional(listOf(shape<RefusedQuote>({ text, documentId: optional(text) }))),
  unread: optional(onlyTrue),
  unsupported: optional(text),
})

const foundRow: Check<FoundRow> = shape<FoundRow>({
  cells: valueThat("an object", isRecord),
  problem: optional(text),
})

export const rowTaskData: Check<RowTask> = shape<RowTask>({
  columns: valueThat<readonly TableColumn[]>("an array", Array.isArray),
  rows: oneOf("document", "many"),
})

const share: Check<number> = valueThat(
  "a number from 0 to 1",
  (value) => typeof value === "number" && value >= 0 && value <= 1,
)

export const findingsData: Check<Findings> = shape<Findings>({
  documentId: filledText("an id"),
  title: text,
  relevance: share,
  report: text,
  answers: listOf(taskAnswer),
  rows: optional(listOf(foundRow)),
  searches: valueThat("an array", Array.isArray),
  stopReason: oneOf("finalized", "search-limit", "read-whole"),
})

export const unreadData: Check<readonly UnreadDocument[]> = listOf(
  shape<UnreadDocument>({
    documentId: text,
    title: text,
    status: oneOf("failed", "skipped", "partial"),
    reason: text,
  }),
)

export const citationFields: Checks<Citation> = {
  number: integerFrom(1),
  documentId: text,
  title: text,
  quote: text,
  chunkId: text,
  start: integerFrom(0),
  end: integerFrom(0),
  page: optional(integerFrom(1)),
  metadata: optional(valueThat<NonNullable<Citation["metadata"]>>("an object", isRecord)),
}
