import type { JSONValue, RowCheck, RowTask, StandardSchema, TableExample } from "../contracts"
import type { AskOptions } from "./options"

/** What a table is made of. */
export interface TableRequest<Values extends object = Readonly<Record<string, JSONValue>>>
  extends Omit<AskOptions, "plan" | "mode"> {
  /**
   * A zod object, or another Standard Schema of an object that gives its JSON Schema: one column a property, with its
   * description, and its unit where the JSON Schema has a `unit`. @default the coordinator plans them from the question
   */
  readonly columns?: StandardSchema<Values> | undefined
  /** What the table is for, in words: context for whoever reads. Needed where `columns` are left out. */
  readonly question?: string | undefined
  /** One row a document, or as many as it holds, such as every payment. @default "document", or as planned */
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
  /**
   * Columns of text whose values that mean the same are brought to one, or true for all: by rule, and by the model where
   * rules do not tell. @default none
   */
  readonly resolve?: boolean | readonly (keyof Values & string)[] | undefined
  /** Says what is wrong with a row: it is sent back once with these words. */
  readonly validate?: RowCheck<Values> | undefined
}
