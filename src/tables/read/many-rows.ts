import type { DocumentRead } from "../../agent/read-document"
import { mapConcurrent } from "../../runtime/map-concurrent"
import { rowForm } from "./ask/row-form"
import type { RowSpec } from "./ask/row-spec"
import { type CalledRow, distinctRows, inTextOrder } from "./cells/distinct-rows"
import { partsOf, partTokens } from "./parts"
import { readPart } from "./read-part"
import type { RowState } from "./row-state"

/** Parts of one document that are read at a time. */
const partsAtOnce = 4

/** All rows of a document: it is read from its beginning to its end, in parts where it is long. */
export async function readManyRows(spec: RowSpec, read: DocumentRead, state: RowState): Promise<void> {
  const { search, settings, countTokens, signal } = read
  const chunks = await search.chunks({ signal })
  const form = rowForm(spec.ask, spec.schema.columns)
  const ruleTokens = countTokens(form.instructions(settings, true)) + countTokens(form.asked)
  const parts = partsOf(chunks, partTokens(read, ruleTokens))
  const found = parts.map((): readonly CalledRow[] => [])
  const causes: (Error | undefined)[] = []
  await mapConcurrent(
    parts,
    partsAtOnce,
    async (part, index, child) => {
      const place = { index, count: parts.length }
      const result = await readPart(spec, { ...read, signal: child }, part, chunks, place)
      found[index] = result.rows
      causes[index] = result.cause
      state.rows = inTextOrder(distinctRows(found.flat()).map(({ row }) => row))
    },
    signal,
  )
  state.stopReason = "read-whole"
  state.cause = causes.find((cause) => cause !== undefined)
  state.isComplete = state.cause === undefined
}
