/** What a field of metadata is compared with. */
export type FilterValue = string | number | boolean | null

/** All that are given must hold. Numbers are compared with numbers, texts with texts, such as dates written `2024-03-31`. */
export interface FieldCondition {
  readonly eq?: FilterValue | undefined
  /** Neither the value nor, in a list, any entry of it. */
  readonly not?: FilterValue | undefined
  readonly in?: readonly FilterValue[] | undefined
  readonly gt?: string | number | undefined
  readonly gte?: string | number | undefined
  readonly lt?: string | number | undefined
  readonly lte?: string | number | undefined
  /** Whether the field is there; null counts as not there. */
  readonly exists?: boolean | undefined
}

/**
 * Selects documents by their metadata: every field named must hold, a value alone means that it is equal, a list means
 * one of them. A field that holds a list holds where one of its entries does; null is equal to a field that is not there.
 *
 * `{ year: { gte: 2024 }, party: "Acme", kind: ["lease", "loan"] }`
 */
export interface DocumentFilter {
  readonly [field: string]: FilterValue | readonly FilterValue[] | FieldCondition
}
