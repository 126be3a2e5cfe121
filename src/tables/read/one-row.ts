import { type DocumentRead, type Reading, readDocument } from "../../agent/read-document"
import { columnGroups } from "./ask/groups"
import { askedFor, rowForm } from "./ask/row-form"
import type { RowSpec } from "./ask/row-spec"
import { askReport } from "./ask-report"
import { makeRow } from "./cells/make-row"
import { repaired, withCells } from "./repair"
import type { ReportedRow } from "./reply/reported"
import type { RowReply } from "./reply/row-reply"
import type { RowState } from "./row-state"
import { shownOf } from "./shown"

/** One row of a document: the searches of an agent, then one report for each group of columns, from the same passages. */
export async function readOneRow(spec: RowSpec, read: DocumentRead, state: RowState): Promise<void> {
  const { ask, schema } = spec
  const { keys } = ask
  const [first = [], ...others] = columnGroups(schema.columns, read.settings.maxOutputTokens)
  const form = rowForm(ask, first)
  const reading: Reading<RowReply> = { searches: state.searches, reply: undefined, shown: [] }
  let reported = emptyRow
  const make = async (signal = read.signal) => {
    const shown = shownOf(reading.shown, await read.search.chunks({ signal }))
    return { shown, made: await makeRow(reported, schema, shown, signal) }
  }
  try {
    const end = await readDocument(read, form, reading)
    const { conversation } = end
    state.stopReason = end.stopReason
    state.cause = end.unreadCause
    reported = rowIn(reading.reply)
    for (const columns of others) {
      const now = askedFor(columns, keys)
      const asked = { before: form.asked, now }
      const { reply, problem } = await askReport(read, conversation, asked, {
        rows: "document",
        columns,
        keys,
      })
      reported = withCells(reported, rowIn(reply))
      state.cause = problem ?? state.cause
    }
    const { shown, made } = await make()
    state.rows = [made.row]
    state.isComplete = end.isComplete
    state.rows = await repaired({ spec, read, conversation, asked: form.asked, shown }, [made])
  } catch (error) {
    // What is known by now; none of it where even that can't be read any more.
    if (state.rows.length === 0 && reading.reply !== undefined) {
      if (reported.cells.size === 0) reported = rowIn(reading.reply)
      const { made } = await make(undefined)
      state.rows = [made.row]
    }
    throw error
  }
}

const emptyRow: ReportedRow = { number: undefined, cells: new Map() }

function rowIn(reply: RowReply | undefined): ReportedRow {
  return (reply?.rows ?? []).reduceRight((later, row) => withCells(later, row), emptyRow)
}
