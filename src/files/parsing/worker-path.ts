/// <reference types="node" />
import { builtin } from "../../runtime/builtin"
import { nodePath } from "../kit/node"

/**
 * Where the worker's script is: beside the built entry, of the same module format. Undefined where there is none, as
 * in a bundle or when the sources are run; files are read in this thread then.
 */
export function workerPath(): string | undefined {
  const system = builtin<typeof import("node:fs")>("node:fs")
  const addresses = builtin<typeof import("node:url")>("node:url")
  if (system === undefined || addresses === undefined) return undefined
  const isCommonJs = typeof __filename === "string"
  const here = isCommonJs
    ? __filename
    : import.meta.url.startsWith("file:")
      ? addresses.fileURLToPath(import.meta.url)
      : ""
  const name = isCommonJs ? "worker.cjs" : "worker.js"
  const folder = nodePath.dirname(here)
  return [nodePath.join(folder, name), nodePath.join(folder, "files", name)].find(system.existsSync)
}
