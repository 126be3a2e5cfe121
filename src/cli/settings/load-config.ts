/// <reference types="node" />
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { basename, extname, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { UsageError } from "../errors"
import { loadPackage } from "../model/packages"
import { type CommandConfig, configShape } from "./config-shape"

const endings = [".ts", ".mts", ".js", ".mjs", ".cjs", ".json"]

/**
 * The config file of the folder, or the one named; an empty config where there is none.
 *
 * @throws UsageError that names the file and what is wrong with it
 */
export async function loadConfig(cwd: string, named: string | undefined): Promise<CommandConfig> {
  const path = named === undefined ? foundIn(cwd) : resolve(cwd, named)
  if (path === undefined) return {}
  if (!existsSync(path)) throw new UsageError(`--config ${named}: there is no such file.`)
  const shown = named ?? basename(path)
  const parsed = configShape.safeParse(await contentOf(path, shown, cwd))
  if (parsed.success) return parsed.data
  const { message, path: place } = parsed.error.issues[0]!
  const at = place.length === 0 ? "" : `\`${place.map(String).join(".")}\`: `
  throw new UsageError(`The config file ${shown} makes no sense: ${at}${message}.`)
}

function foundIn(folder: string): string | undefined {
  return endings.map((ending) => join(folder, `spd-rag.config${ending}`)).find((path) => existsSync(path))
}

async function contentOf(path: string, shown: string, cwd: string): Promise<unknown> {
  try {
    if (extname(path) === ".json") return JSON.parse(await readFile(path, "utf8"))
    const module = (await importFile(path, cwd)) as { readonly default?: unknown }
    return module.default ?? {}
  } catch (error) {
    if (error instanceof UsageError) throw error
    const [reason] = String((error as Error).message).split("\n")
    throw new UsageError(`The config file ${shown} can't be read: ${reason?.replace(/\.$/, "")}.`)
  }
}

/** Node reads TypeScript itself from 22.18 on; before that the package `jiti` does. */
async function importFile(path: string, cwd: string): Promise<unknown> {
  const isTypeScript = /\.m?ts$/.test(path)
  const isNodesOwn = Boolean((process.features as { typescript?: unknown }).typescript)
  if (!isTypeScript || isNodesOwn) return import(pathToFileURL(path).href)
  const purpose = `A config file in TypeScript needs Node 22.18 or later, or ends in .mjs; on this Node it`
  const { createJiti } = (await loadPackage("jiti", "2", cwd, purpose)) as {
    readonly createJiti: (from: string) => { import(path: string): Promise<unknown> }
  }
  return createJiti(path).import(path)
}
