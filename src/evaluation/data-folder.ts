/// <reference types="node" />
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { describe, InvalidArgumentError } from "../errors"

const run = promisify(execFile)

/** Which of the data sets a folder must hold. */
export type DataSet = "loong" | "cuad" | "reading"

const parts: Record<DataSet, { readonly mark: string; readonly archives: readonly string[] }> = {
  loong: { mark: "data/loong.jsonl", archives: ["loong_en.tar.xz"] },
  cuad: { mark: "data/CUAD_v1/full_contract_txt", archives: ["cuad.tar.xz", "cuad_gold.jsonl.xz"] },
  reading: { mark: "reading26/gold.json", archives: ["reading26.tar.xz"] },
}

/**
 * The folder with a data set's files: `folder` itself where it holds them unpacked, else a temporary folder that
 * its archives (`loong_en.tar.xz`, `cuad.tar.xz` and `cuad_gold.jsonl.xz`, or `reading26.tar.xz`) are unpacked to once.
 *
 * @param folder by default what the environment variable `SPD_RAG_DATA` names
 * @throws InvalidArgumentError where neither is there, naming what was looked for.
 */
export async function openDataFolder(
  dataSet: DataSet,
  folder: string | undefined = process.env.SPD_RAG_DATA,
): Promise<string> {
  const part = parts[dataSet]
  if (!folder) {
    throw new InvalidArgumentError("data", folder, "a folder, given as an option or in SPD_RAG_DATA")
  }
  if (existsSync(join(folder, part.mark)) && (dataSet !== "cuad" || goldFile(folder))) return resolve(folder)
  const archives = part.archives.map((name) => join(folder, name))
  const missing = archives.filter((archive) => !existsSync(archive))
  if (missing.length > 0) {
    const what = `a folder with ${part.mark} or ${part.archives.join(" and ")}`
    throw new InvalidArgumentError("data", folder, what)
  }
  return unpackOnce(archives)
}

/** Path of the contracts' gold file in a folder, where it is there. */
export function goldFile(folder: string): string | undefined {
  return ["cuad_gold.jsonl", "data/cuad_gold.jsonl"].map((name) => join(folder, name)).find(existsSync)
}

async function unpackOnce(archives: readonly string[]): Promise<string> {
  const stats = await Promise.all(archives.map((archive) => stat(archive)))
  const key = stats.map((s) => `${s.size.toString(36)}-${Math.floor(s.mtimeMs).toString(36)}`).join("-")
  const root = join(tmpdir(), `spd-rag-data-${userInfo().uid}`)
  const target = join(root, key)
  if (existsSync(target)) return target
  await mkdir(root, { recursive: true, mode: 0o700 })
  // Unpacked aside and renamed when whole, so that parallel processes and kills leave no half folder behind.
  const partial = await mkdtemp(join(root, "partial-"))
  try {
    for (const archive of archives) {
      if (archive.endsWith(".tar.xz")) await run("tar", ["xJf", resolve(archive), "-C", partial])
      else await writeFile(join(partial, "cuad_gold.jsonl"), await unxz(archive))
    }
    await rename(partial, target)
  } catch (cause) {
    await rm(partial, { recursive: true, force: true })
    if (existsSync(target)) return target
    const expected = `archives that \`tar\` and \`xz\` can unpack (${describe(archives.join(", "))})`
    throw new InvalidArgumentError("data", archives[0], expected, { cause })
  }
  return target
}

async function unxz(archive: string): Promise<string> {
  return (await run("xz", ["-dc", resolve(archive)], { maxBuffer: 1 << 30 })).stdout
}
