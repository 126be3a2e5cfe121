import { type Conversation, startConversation } from "../../agent/conversation"
import { type DocumentRead, tooSmall, withReserve } from "../../agent/read-document"
import { generateJson } from "../../calls/generate-json"
import type { Chunk, TableColumn } from "../../contracts"
import { InvalidOutputError } from "../../errors"
import { columnGroups } from "./ask/groups"
import { askedFor, rowForm } from "./ask/row-form"
import type { RowSpec } from "./ask/row-spec"
import { askReport } from "./ask-report"
import { type CalledRow, distinctRows } from "./cells/distinct-rows"
import { type MadeRow, makeRow } from "./cells/make-row"
import { repaired, withCells } from "./repair"
import type { ReportedRow } from "./reply/reported"
import { type RowReply, rowReplySchema } from "./reply/row-reply"
import { rowLine } from "./reported-lines"
import { shownOf } from "./shown"

/** Reports of one part: each beyond the first goes on where the one before was cut. */
export const mostReports = 30
/** Rows of which one reply reports further columns. */
export const rowsAReply = 20
/** Room that a list of earlier rows takes at most, as a share of what is left. */
const listShare = 0.8

interface Part {
  readonly spec: RowSpec
  readonly read: DocumentRead
  readonly conversation: Conversation
  /** The words that end the conversation. */
  readonly asked: string
  readonly groups: readonly (readonly TableColumn[])[]
}

/** The rows of a stretch of a document. */
export async function readPart(
  spec: RowSpec,
  read: DocumentRead,
  part: readonly Chunk[],
  chunks: readonly Chunk[],
  place: { readonly index: number; readonly count: number },
): Promise<{ readonly rows: readonly CalledRow[]; readonly cause: Error | undefined }> {
  const { document, settings, llm, countTokens, signal } = read
  const groups = columnGroups(spec.schema.columns, settings.maxOutputTokens)
  const words = `It was part ${place.index + 1} of ${place.count} of the document; report the rows of this part.`
  const form = rowForm(spec.ask, groups[0]!, place.count === 1 ? undefined : words)
  const conversation = await startConversation({
    ...read,
    form,
    // Whatever its length, the part is shown whole.
    document: { ...document, tokens: 0 },
    search: { ...read.search, chunks: async () => part },
    settings: { ...withReserve(read), readWholeTokens: Number.POSITIVE_INFINITY },
  })
  if (!conversation.isWhole) throw tooSmall(llm)
  const { value: reply, problem } = await generateJson({
    llm,
    messages: conversation.messages,
    schema: rowReplySchema(
      { rows: "many", columns: groups[0]!, keys: spec.ask.keys },
      { maySearch: false, hasRead: true },
    ),
    maxOutputTokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    countTokens,
    signal,
  })
  const state = { spec, read, conversation, asked: form.asked, groups }
  const { reports, cause } = await moreReports(state, reply, problem)
  const shown = shownOf(conversation.shown.slices, chunks)
  const made: (MadeRow & CalledRow)[] = []
  for (const [call, rows] of reports.entries()) {
    for (const reported of await withOtherColumns(state, rows)) {
      const row = await makeRow(reported, spec.schema, shown, signal)
      const isEmpty = [...reported.cells.values()].every(({ status }) => status === "not-found")
      if (!isEmpty) made.push({ ...row, call: place.index * (mostReports + spec.passes) + call })
    }
  }
  const distinct = distinctRows(made)
  const rows = await repaired({ ...state, shown }, distinct)
  return { rows: rows.map((row, index) => ({ row, call: distinct[index]!.call })), cause }
}

/** The rows of every report of a part: of the first, of those that go on where one was cut, of those that look again. */
async function moreReports(
  part: Part,
  reply: RowReply,
  problem: Error | undefined,
): Promise<{ readonly reports: readonly (readonly ReportedRow[])[]; readonly cause: Error | undefined }> {
  const columns = part.groups[0]!
  const reports = [wholeRows(reply, problem, columns)]
  let cause = problem
  while (isCut(cause) && reports.at(-1)!.length > 0 && reports.length < mostReports) {
    const next = await reportMore(
      part,
      reports.flat(),
      "Go on behind the last of these rows, in the order of the text.",
    )
    cause = next.problem
    reports.push(wholeRows(next.reply, cause, columns))
  }
  for (let pass = 1; pass < part.spec.passes; pass += 1) {
    const known = reports.flat()
    const again =
      "Look through the passages once more. Report only rows that are not among these; [] if none is."
    const next = await reportMore(part, known, again)
    const rows = next.reply?.rows ?? []
    if (rows.length === 0) break
    reports.push(rows)
  }
  return { reports, cause }
}

/** The rows of a report; the last one of a cut report may lack columns, and is reported again. */
function wholeRows(
  reply: RowReply | undefined,
  problem: Error | undefined,
  columns: readonly TableColumn[],
): readonly ReportedRow[] {
  const rows = reply?.rows ?? []
  const last = rows.at(-1)
  const isPartial = last !== undefined && columns.some(({ name }) => !last.cells.has(name))
  return isCut(problem) && isPartial ? rows.slice(0, -1) : rows
}

function isCut(problem: Error | undefined): boolean {
  return problem instanceof InvalidOutputError && problem.reason === "truncated"
}

function reportMore(
  { spec, read, conversation, asked, groups }: Part,
  known: readonly ReportedRow[],
  what: string,
) {
  const { keys, task } = spec.ask
  const columns = groups[0]!
  const words = askedFor(columns, keys)
  const room = Math.floor((conversation.roomLeft() + (read.reservedTokens ?? 0)) * listShare)
  const lines: string[] = []
  let left = room - read.countTokens(what)
  // The last ones first: they say how far a report went.
  for (let at = known.length - 1; at >= 0; at -= 1) {
    const line = rowLine(known[at]!, at + 1, task.columns, keys)
    left -= read.countTokens(line) + 1
    if (left < 0) break
    lines.unshift(line)
  }
  const now = `Rows that were reported of these passages:\n${lines.join("\n")}\n\n${what} ${words}`
  return askReport(read, conversation, { before: asked, now }, { rows: "many", columns, keys })
}

/** The rows with the columns of the other groups. */
async function withOtherColumns(
  { spec, read, conversation, asked, groups }: Part,
  rows: readonly ReportedRow[],
): Promise<readonly ReportedRow[]> {
  const { keys, task } = spec.ask
  const whole = [...rows]
  for (const columns of groups.slice(1)) {
    for (let from = 0; from < rows.length; from += rowsAReply) {
      const lines = rows
        .slice(from, from + rowsAReply)
        .map((row, index) => rowLine(row, from + index + 1, task.columns, keys))
      const now = `Rows that were reported of these passages:\n${lines.join("\n")}\n\nReport further columns of each of these rows, "row" being its number. ${askedFor(columns, keys)}`
      const form = { rows: "many", columns, keys, isNumbered: true } as const
      const { reply } = await askReport(read, conversation, { before: asked, now }, form)
      for (const row of reply?.rows ?? []) {
        const index = (row.number ?? 0) - 1
        if (index >= from && index < from + rowsAReply && whole[index] !== undefined) {
          whole[index] = withCells(whole[index], row)
        }
      }
    }
  }
  return whole
}
