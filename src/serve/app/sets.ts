import { type SpdRag, spdRag } from "../../spd-rag"
import type { ResolvedAppOptions } from "../options"
import { Refusal } from "./refusal"

/** The files of one visitor. */
export interface VisitorSet {
  /** Known to its visitor alone: who has it may ask the set. */
  readonly id: string
  readonly rag: SpdRag
  /** Bytes of its files by their names. */
  readonly sizes: Map<string, number>
  usedAt: number
}

export interface Sets {
  create(): VisitorSet
  /** @throws Refusal where there is none of this id */
  get(id: string): VisitorSet
  remove(id: string): void
}

const idleMs = 3_600_000

/** Sets of visitors, each with a store of its own: no question of one is answered from another's files. */
export function createSets(
  { config, maxSets, clock }: ResolvedAppOptions,
  onRemove: (id: string) => void,
): Sets {
  const sets = new Map<string, VisitorSet>()
  const remove = (id: string) => {
    if (sets.delete(id)) onRemove(id)
  }
  return {
    create() {
      if (config === undefined) throw new Refusal(404, "This page takes no files.")
      const now = clock.now()
      for (const { id, usedAt } of sets.values()) if (now - usedAt > idleMs) remove(id)
      if (sets.size >= maxSets) throw new Refusal(503, "Too many visitors have files here. Try again later.")
      const set = {
        id: crypto.randomUUID(),
        rag: spdRag(config),
        sizes: new Map<string, number>(),
        usedAt: now,
      }
      sets.set(set.id, set)
      return set
    },
    get(id) {
      const set = sets.get(id)
      if (set === undefined) throw new Refusal(404, "These files are here no more. Choose them again.")
      set.usedAt = clock.now()
      return set
    },
    remove,
  }
}
