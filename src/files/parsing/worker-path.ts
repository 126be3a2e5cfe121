/// <reference types="node" />
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Where the worker's script is: beside the built entry, of the same module format. Undefined where there is none, as
 * in a bundle or when the sources are run; files are read in this thread then.
 */
export function workerPath(): string | undefined {
  const isCommonJs = typeof __filename === "string"
  const here = isCommonJs
    ? __filename
    : import.meta.url.startsWith("file:")
      ? fileURLToPath(import.meta.url)
      : ""
  const name = isCommonJs ? "worker.cjs" : "worker.js"
  return [join(dirname(here), name), join(dirname(here), "files", name)].find((path) => existsSync(path))
}
