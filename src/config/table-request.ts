import type { JSONValue, RowCheck, RowTask, StandardSchema } from "../contracts"
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
  /** Says what is wrong with a row: it is sent back once with these words. */
  readonly validate?: RowCheck<Values> | undefined
}
