/// <reference types="node" />
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { UsageError } from "../errors"

/**
 * A package of the folder that the command runs in, or of the folder that it is installed in.
 *
 * @throws UsageError with the command that installs it
 */
export async function loadPackage(
  name: string,
  range: string,
  cwd: string,
  purpose: string,
): Promise<unknown> {
  try {
    return await import(resolved(name, cwd))
  } catch (cause) {
    if (!isAbsent(cause)) throw cause
    throw new UsageError(`${purpose} needs a package: npm install ${name}@${range}`)
  }
}

function resolved(name: string, cwd: string): string {
  try {
    return pathToFileURL(createRequire(join(cwd, "package.json")).resolve(name)).href
  } catch {
    return name
  }
}

function isAbsent(cause: unknown): boolean {
  const { code } = cause as { code?: unknown }
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND"
}
