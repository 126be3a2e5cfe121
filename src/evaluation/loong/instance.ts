import type { SourceDocument } from "../../contracts"

/** What an instance's documents are. */
export type LoongType = "paper" | "financial" | "legal"

/** The benchmark's task of each level. */
export const loongTasks = ["spotlight", "comparison", "clustering", "chain"] as const

/** What an instance asks for. */
export type LoongTask = (typeof loongTasks)[number]

/** The right answer, in the form that the instance asks for. */
export type LoongAnswer =
  | string
  | readonly string[]
  | { readonly [group: string]: string | readonly string[] }

/** One row of the benchmark (Wang et al. 2024, "Leave No Document Behind"), its documents named but not read. */
export interface LoongInstance {
  readonly id: string
  readonly set: number
  readonly type: LoongType
  readonly level: number
  readonly task: LoongTask
  readonly language: string
  /** The row's own question; empty for citation chains. */
  readonly question: string
  readonly instruction: string
  /** What a system is asked: instruction and question. */
  readonly prompt: string
  /** What the judge is shown: the row's template without its documents. */
  readonly judgeQuestion: string
  readonly answer: LoongAnswer
  /** In the row's order; `name` as the row has it, `file` where it resolved. */
  readonly documents: readonly { readonly name: string; readonly file: string | undefined }[]
  /** Why the instance can't be asked, for example a missing document; it then counts as failed. */
  readonly problems: readonly string[]
}

/** A row that no filter could judge, for example one of an unknown type: it counts as failed. */
export interface UnusableRow {
  /** Line in the file, from 1. */
  readonly line: number
  readonly id: string
  readonly reason: string
}

/** The benchmark's rows, those that can't be used, and the documents. */
export interface LoongData {
  readonly instances: readonly LoongInstance[]
  readonly unusable: readonly UnusableRow[]
  /** Texts of an instance's documents, in the row's order. Rejects where the instance has problems. */
  readDocuments(instance: LoongInstance): Promise<readonly SourceDocument[]>
}
