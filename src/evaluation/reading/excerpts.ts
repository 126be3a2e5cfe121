/// <reference types="node" />
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { SourceDocument } from "../../contracts"
import { openDataFolder } from "../data-folder"

/** A short excerpt of a contract, with what a reader should say about it. */
export interface Excerpt {
  readonly id: string
  readonly text: string
  /** Place whose law governs; null where the excerpt does not say. */
  readonly law: string | null
  /** `2009-04-27` */
  readonly date: string
}

/**
 * The excerpts of a data folder (`reading26/gold.json` with its texts, or `reading26.tar.xz`).
 *
 * @param folder by default what the environment variable `SPD_RAG_DATA` names
 * @throws InvalidArgumentError where there are none
 */
export async function loadExcerpts(folder?: string): Promise<readonly Excerpt[]> {
  const root = join(await openDataFolder("reading", folder), "reading26")
  const gold = JSON.parse(await readFile(join(root, "gold.json"), "utf8")) as {
    readonly [file: string]: { readonly law: string | null; readonly date: string }
  }
  return Promise.all(
    Object.entries(gold).map(async ([id, { law, date }]) => {
      return { id, text: await readFile(join(root, id), "utf8"), law, date }
    }),
  )
}

export function excerptDocument({ id, text }: Excerpt): SourceDocument {
  return { id, text }
}
