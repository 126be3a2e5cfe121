import { writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import {
  loadExcerpts,
  readingTable,
  readingTablesReport,
  runReading,
  runReadingTables,
} from "spd-rag/evaluation"
import { type LocalReading, withLocalModel } from "./local-reading"

/** Reads the excerpts with a model of the machine's own; its outcomes and figures go to the folder. */
export async function evaluateReading(options: LocalReading): Promise<void> {
  const name = `reading-${basename(options.model, ".gguf")}`
  const excerpts = await excerptsOf(options)
  const score = await withLocalModel(options, name, (config, onEvent) =>
    runReading({ excerpts, config, onEvent }),
  )
  await report(options, name, readingTable(name, score))
}

/** Reads the same from them in words and as the cells of a table. */
export async function evaluateReadingTables(options: LocalReading): Promise<void> {
  const name = `tables-${basename(options.model, ".gguf")}`
  const excerpts = await excerptsOf(options)
  const scores = await withLocalModel(options, name, (config, onEvent) =>
    runReadingTables({ excerpts, config, onEvent }),
  )
  await report(options, name, readingTablesReport(scores))
}

async function excerptsOf({ data, limit }: LocalReading) {
  return (await loadExcerpts(data)).slice(0, limit)
}

async function report({ out }: LocalReading, name: string, table: string): Promise<void> {
  await writeFile(join(out, `${name}.md`), `${table}\n`)
  console.log(table)
}
