import { InvalidArgumentError } from "../../errors"
import { type Checks, group, optional } from "../../runtime/check/options"
import { plug } from "../../runtime/check/plugs"
import type { PostgresClient } from "./client"
import { schemaName } from "./tables"

/** The client, and the tables that the store keeps. */
export interface PostgresVectorStoreOptions {
  /** Stays the caller's: the store opens and closes nothing. */
  readonly client: PostgresClient
  /** Made if it is not there. @default the first of the connection's search path */
  readonly schema?: string | undefined
  /** Makes an HNSW index for vectors of this length, at most 2,000. @default none: search is exact */
  readonly hnsw?: { readonly dimensions: number } | undefined
}

/** Of pgvector: what a column takes, and what an index does. */
const maxDimensions = { stored: 16_000, indexed: 2_000 }

export const optionChecks: Checks<PostgresVectorStoreOptions> = {
  client: plug<PostgresClient>("a client", ["query"]),
  schema: optional(schemaName),
  hnsw: optional(group<{ readonly dimensions: number }>({ dimensions: indexedDimensions })),
}

/** @throws InvalidArgumentError for vectors that no column takes */
export function checkStored(dimensions: number): void {
  if (dimensions <= maxDimensions.stored) return
  const expected = `vectors of at most ${maxDimensions.stored} numbers, which is what pgvector stores`
  throw new InvalidArgumentError("chunks", dimensions, expected)
}

function indexedDimensions(value: unknown, path: string): number {
  if (Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= maxDimensions.indexed)
    return value as number
  const expected = `an integer from 1 to ${maxDimensions.indexed}, which is what pgvector indexes (longer vectors are searched without an index)`
  throw new InvalidArgumentError(path, value, expected)
}
