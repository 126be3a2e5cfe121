import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { NodeLlamaCppModule } from "../../../src/adapters/local"

const PACKAGE = "node-llama-cpp"

/**
 * The package, which is too large for the development dependencies: from the project that the environment variable
 * SPD_RAG_LLAMA_PATH names, or from here. Undefined, with a printed reason, where neither has it.
 */
export async function findNodeLlamaCpp(): Promise<NodeLlamaCppModule | undefined> {
  const folder = process.env.SPD_RAG_LLAMA_PATH
  const from =
    folder === undefined ? import.meta.url : pathToFileURL(join(resolve(folder), "package.json")).href
  const entry = createRequire(from)
    .resolve.paths(PACKAGE)
    ?.map((modules) => join(modules, PACKAGE, "dist/index.js"))
    .find(existsSync)
  if (entry !== undefined) return import(pathToFileURL(entry).href)
  console.info(
    `Tests of spd-rag/local are left out: no ${PACKAGE} in ${folder ?? "this project"}. See docs/adapters/local.md.`,
  )
  return undefined
}
