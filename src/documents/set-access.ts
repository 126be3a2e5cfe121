import type { SetInfo, VectorStore } from "../contracts"

/** Where a set keeps what `exportSet` and `importSet` need of it. */
export const setAccess: unique symbol = Symbol.for("spd-rag.set-access") as never

/** What `exportSet` and `importSet` need of a set. */
export interface SetAccess {
  readonly vectorStore: VectorStore
  /** What documents are made with that are added to it. */
  making(signal: AbortSignal | undefined): Promise<SetInfo>
  readonly concurrency: number
}
