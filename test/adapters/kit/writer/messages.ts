import type { PostgresRow } from "../../../../src/adapters/postgres"
import type { putOf } from "../../../../src/testing/suites/vector-store/fixtures"

export interface WriterOptions {
  readonly store: "libsql" | "postgres"
  /** Of the file or the server; without one the statements go to the parent's database. */
  readonly url?: string | undefined
  readonly schema?: string | undefined
  /** Ends the process by SIGKILL at this call of the driver, from 1: ahead of it, or once it has come back. */
  readonly kill?: { readonly call: number; readonly when: "before" | "after" } | undefined
}

export type ToWriter =
  | { readonly type: "put"; readonly puts: readonly ReturnType<typeof putOf>[] }
  | {
      readonly type: "rows"
      readonly id: number
      readonly rows?: readonly PostgresRow[] | undefined
      readonly error?: { readonly message: string; readonly code?: string | undefined } | undefined
    }

export type FromWriter =
  | { readonly type: "ready" | "done" }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "query"; readonly id: number; readonly sql: string; readonly values: string[] }
