import type { DocumentFilter, FieldCondition, FilterValue } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import { type Check, type Checks, group, isRecord, listOf, optional } from "../../runtime/check/options"
import { valueThat, yesOrNo } from "../../runtime/check/values"

const isValue = (value: unknown): value is FilterValue =>
  value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value)

const value: Check<FilterValue> = valueThat("a string, a finite number, true, false or null", isValue)
const bound: Check<string | number> = valueThat(
  "a string or a finite number",
  (one) => typeof one === "string" || Number.isFinite(one),
)
const values = listOf(value)

const condition: Check<FieldCondition> = group({
  eq: optional(value),
  not: optional(value),
  in: optional(values),
  gt: optional(bound),
  gte: optional(bound),
  lt: optional(bound),
  lte: optional(bound),
  exists: optional(yesOrNo),
} satisfies Checks<FieldCondition>)

/** A filter with at least one field. */
export const documentFilter: Check<DocumentFilter> = (given, path) => {
  if (!isRecord(given) || Object.keys(given).length === 0) {
    throw new InvalidArgumentError(
      path,
      given,
      "conditions by fields of metadata, such as { year: { gte: 2024 } }",
    )
  }
  for (const [field, asked] of Object.entries(given)) {
    const name = `${path}.${field}`
    if (isValue(asked)) continue
    if (Array.isArray(asked)) values(asked, name)
    else if (isRecord(asked)) condition(asked, name)
    else value(asked, name)
  }
  return given as DocumentFilter
}
