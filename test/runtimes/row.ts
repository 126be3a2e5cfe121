import type { Report } from "./scenario"

/** What a row is run in. */
export interface RowContext {
  /** Has the packed library, the row's packages, the scenario and its files. */
  readonly folder: string
  /** Of a server on loopback that answers any GET. */
  readonly url: string
}

/** A runtime, or a bundler with the runtime that runs what it made. */
export interface Row {
  readonly name: string
  /** npm packages with exact versions, too large for the development dependencies; the first is what the row is about. */
  readonly packages: readonly string[]
  /** What the library reported, by check; figures for the table are checks that are ok. */
  run(context: RowContext): Promise<Report>
}
