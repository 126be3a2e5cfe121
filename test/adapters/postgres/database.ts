import { existsSync } from "node:fs"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { PGlite } from "@electric-sql/pglite"
import { vector } from "@electric-sql/pglite-pgvector"
import packageJson from "../../../package.json" with { type: "json" }

const cache = fileURLToPath(new URL("../../../node_modules/.cache/", import.meta.url))
const emptyFolder = join(cache, `pglite-${packageJson.devDependencies["@electric-sql/pglite"]}.tar`)

/** An embedded Postgres with pgvector, in memory. Its empty data folder, four times as dear as the start, is made once. */
export async function startPostgres(): Promise<PGlite> {
  if (!existsSync(emptyFolder)) await makeEmptyFolder()
  const loadDataDir = new Blob([await readFile(emptyFolder)])
  const database = new PGlite({ extensions: { vector }, loadDataDir })
  await database.waitReady
  return database
}

/** Several may make it at once: each is whole when it gets its name. */
async function makeEmptyFolder(): Promise<void> {
  const database = new PGlite()
  await database.waitReady
  const folder = await database.dumpDataDir("none")
  await database.close()
  await mkdir(cache, { recursive: true })
  const path = `${emptyFolder}.${process.pid}`
  await writeFile(path, Buffer.from(await folder.arrayBuffer()))
  await rename(path, emptyFolder)
}
