import { InvalidArgumentError } from "../../errors"
import { type Checks, type Filled, optional } from "../../runtime/check/options"
import { plug } from "../../runtime/check/plugs"
import { filledText, numberFrom, text } from "../../runtime/check/values"
import { secret } from "../kit/options"
import type { LibsqlClient } from "./client"

/** How a database is reached: by an address, or by a client of one's own. */
export interface LibsqlConnectionOptions {
  /** `file:` and a path, `:memory:`, or the address of a libSQL server; not needed with `client`. */
  readonly url?: string | undefined
  /** For a server. */
  readonly authToken?: string | undefined
  /** A client of `@libsql/client`. @default one for `url`; the package is loaded when it is first used */
  readonly client?: LibsqlClient | undefined
  /** How long a call waits for another process to finish writing, in milliseconds. @default 5000 */
  readonly busyTimeoutMs?: number | undefined
}

export const connectionChecks: Checks<Filled<LibsqlConnectionOptions, "url" | "authToken" | "client">> = {
  url: optional(secret(filledText(""), "an address such as `file:documents.db`")),
  authToken: optional(secret(text, "a string")),
  client: optional(plug<LibsqlClient>("a client of @libsql/client", ["execute", "batch", "transaction"])),
  busyTimeoutMs: optional(numberFrom(0), 5000),
}

/** @throws InvalidArgumentError where nothing says which database */
export function checkDatabaseGiven({ url, client }: LibsqlConnectionOptions): void {
  if (client !== undefined || url !== undefined) return
  throw new InvalidArgumentError(
    "url",
    url,
    "an address such as `file:documents.db`, or `client` to be given",
  )
}
