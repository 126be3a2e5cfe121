import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** The folder with the real data: `SPD_RAG_DATA`, else the copy beside the repository; undefined where there is none. */
export function realData(): string | undefined {
  const beside = fileURLToPath(new URL("../../../shared/data", import.meta.url))
  const folder = process.env.SPD_RAG_DATA ?? (existsSync(beside) ? beside : undefined)
  if (folder === undefined)
    console.log(`Skipped: real data is neither in SPD_RAG_DATA nor at ../shared/data.`)
  return folder
}
