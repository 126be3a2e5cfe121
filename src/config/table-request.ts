import type { JSONValue, RowCheck, RowTask, StandardSchema, TableExample } from "../contracts"
import type { AskOptions } from "./options"

/** What a table is made of. */
export interface TableRequest<Values extends object = Readonly<Record<string, JSONValue>>>
  extends Omit<AskOptions, "plan"> {
  /**
   * A zod object, or another Standard Schema of an object that gives its JSON Schema: one column a property, with its
   * description, and its unit where the JSON Schema has a `unit`.
   */
  readonly columns: StandardSchema<Values>
  /** What the table is for, in words: context for whoever reads. */
  readonly question?: string | undefined
  /** One row a document, or as many as it holds, such as every payment. @default "document" */
  readonly rows?: RowTask["rows"] | undefined
  /** Texts with their rows, shown to every agent; their quotes stand in their texts. @default none */
  readonly examples?: readonly TableExample<Values>[] | undefined
  /**
   * Readings of each passage with `rows: "many"`: a later one looks for rows that were missed, and ends where it finds
   * none. @default 1
   */
  readonly passes?: number | undefined
  /** Documents that are read first, spread evenly over those asked; `table.complete()` goes on with all. @default all */
  readonly sample?: number | undefined
  /** Says what is wrong with a row: it is sent back once with these words. */
  readonly validate?: RowCheck<Values> | undefined
}
