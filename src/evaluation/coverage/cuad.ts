/// <reference types="node" />
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { SourceDocument } from "../../contracts"
import { InvalidArgumentError, messageOf } from "../../errors"
import { goldFile, openDataFolder } from "../data-folder"

/** A half-open range of UTF-16 units. */
export type Span = readonly [start: number, end: number]

/** What the lawyers answered for one contract and one question (CUAD v1, The Atticus Project). */
export interface GoldFact {
  /** True where the contract has the clause. */
  readonly present: boolean
  /** The answer column: a name, a date as written, `Yes` or `No`; empty where the lawyers gave a clause only. */
  readonly answer: string
  /** ISO date, where the answer is one. */
  readonly iso: string | undefined
  /** Every occurrence of every gold clause in the contract's text. */
  readonly occurrences: readonly Span[]
}

/** A contract of the benchmark, with what lawyers marked in it. */
export interface Contract {
  /** The file's name without `.txt`. */
  readonly id: string
  readonly text: string
  readonly facts: ReadonlyMap<string, GoldFact>
}

/** The contracts that can be used, and those that can't. */
export interface CuadData {
  /** In the order of the gold file. */
  readonly contracts: readonly Contract[]
  /** Contracts that can't be used, and why: they count as failed. */
  readonly unusable: readonly { readonly id: string; readonly reason: string }[]
}

/** Where the benchmark's data is, and how much of it is read. */
export interface CuadOptions {
  /** Unpacked data, or the archives. @default SPD_RAG_DATA */
  readonly folder?: string | undefined
  /** The first so many contracts. @default all 510 */
  readonly limit?: number | undefined
  /** Questions to keep, by CUAD's names. @default all 41 */
  readonly categories?: readonly string[] | undefined
}

interface GoldRow {
  readonly doc: string
  readonly chars: number
  readonly facts: { readonly [category: string]: { answer: string; spans: readonly Span[]; iso?: string } }
}

/** Reads contracts with their gold answers; every place where a gold clause recurs counts. */
export async function loadCuad(options: CuadOptions = {}): Promise<CuadData> {
  const { limit = Number.POSITIVE_INFINITY, categories } = options
  if (!(limit >= 1)) throw new InvalidArgumentError("limit", limit, "1 or more")
  const folder = await openDataFolder("cuad", options.folder)
  const lines = (await readFile(goldFile(folder) as string, "utf8")).split("\n").filter((line) => line !== "")
  const contracts: Contract[] = []
  const unusable: { id: string; reason: string }[] = []
  for (const line of lines.slice(0, limit)) {
    const row = JSON.parse(line) as GoldRow
    const id = row.doc.replace(/\.txt$/, "")
    try {
      const text = await readFile(join(folder, "data/CUAD_v1/full_contract_txt", row.doc), "utf8")
      if (
        text.length <
        Object.values(row.facts)
          .flatMap(({ spans }) => spans.map(([, end]) => end))
          .reduce((last, end) => Math.max(last, end), 0)
      ) {
        throw new Error(`the text has ${text.length} units, and gold clauses lie behind its end`)
      }
      contracts.push({ id, text, facts: factsOf(row, text, categories) })
    } catch (error) {
      unusable.push({ id, reason: messageOf(error) })
    }
  }
  return { contracts, unusable }
}

/** The contract as a document to add. */
export function contractDocument(contract: Contract): SourceDocument {
  return { id: contract.id, title: contract.id, text: contract.text }
}

function factsOf(row: GoldRow, text: string, categories: readonly string[] | undefined): Contract["facts"] {
  const facts = new Map<string, GoldFact>()
  for (const [category, { answer, spans, iso }] of Object.entries(row.facts)) {
    if (categories !== undefined && !categories.includes(category)) continue
    const clauses = new Set(spans.map(([start, end]) => text.slice(start, end)))
    const occurrences = [...clauses].flatMap((clause) => occurrencesOf(clause, text))
    // `No` is the lawyers' word for "the contract has no such clause"; an answer without a clause can't be cited.
    facts.set(category, { present: spans.length > 0, answer, iso, occurrences })
  }
  return facts
}

function occurrencesOf(clause: string, text: string): readonly Span[] {
  const found: Span[] = []
  for (let at = text.indexOf(clause); clause !== "" && at !== -1; at = text.indexOf(clause, at + 1)) {
    found.push([at, at + clause.length])
  }
  return found
}
