import { LoadFileError } from "../kit/errors"
import type { Zip } from "../kit/zip"
import { childrenOf, parseXml, type XmlElement } from "../xml"

/** What a part of an office file refers to (ECMA-376 part 2, 6.5). */
export interface Relation {
  readonly id: string
  /** The last word of its type, for example `slide`. */
  readonly type: string
  /** From the root of the package; the address itself where it leads outside. */
  readonly path: string
}

/** The text of a part; undefined where there is no such part. Names are told apart by case only where both exist. */
export async function partText(zip: Zip, path: string): Promise<string | undefined> {
  const name = zip.names.includes(path) ? path : zip.names.find((name) => sameName(name, path))
  const bytes = name === undefined ? undefined : await zip.read(name)
  return bytes === undefined ? undefined : decodeXml(bytes)
}

/** @throws LoadFileError `damaged` where the part is missing, can't be unpacked or is no XML. */
export async function partXml(zip: Zip, path: string): Promise<XmlElement> {
  const text = await partText(zip, path)
  if (text === undefined) throw new LoadFileError("damaged", `Its part ${path} is missing.`)
  return rootOf(text, path)
}

function rootOf(text: string, path: string): XmlElement {
  try {
    return parseXml(text)
  } catch (cause) {
    if (!(cause instanceof LoadFileError)) throw cause
    throw new LoadFileError(cause.reason, `Its part ${path} can't be read: ${cause.message}`, { cause })
  }
}

/** Something beside the text proper: where it can't be read that is told, and the rest is read without it. */
export async function unlessDamaged<T>(
  problem: (text: string) => void,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof LoadFileError) || error.reason !== "damaged") throw error
    problem(error.message)
    return undefined
  }
}

/** Relations of a part, or of the whole package for the empty path. @throws LoadFileError `damaged` */
export async function relationsOf(zip: Zip, path: string): Promise<readonly Relation[]> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1)
  const rels = `${folder}_rels/${path.slice(folder.length)}.rels`
  const text = await partText(zip, rels)
  if (text === undefined) return []
  return childrenOf(rootOf(text, rels), "Relationship").map(({ attributes }) => {
    const { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode } = attributes
    return {
      id,
      type: type.slice(type.lastIndexOf("/") + 1),
      path: mode === "External" ? target : resolvePath(folder, target),
    }
  })
}

/** Where the document proper is; by its usual name in a package that does not say, or whose saying is damaged. */
export async function mainPart(zip: Zip, usual: string, problem: (text: string) => void): Promise<string> {
  const relations = (await unlessDamaged(problem, () => relationsOf(zip, ""))) ?? []
  return relations.find(({ type }) => type === "officeDocument")?.path ?? usual
}

function resolvePath(folder: string, target: string): string {
  const steps: string[] = target.startsWith("/") ? [] : folder.split("/").slice(0, -1)
  for (const step of target.split(/[/\\]/)) {
    if (step === "..") steps.pop()
    else if (step !== "" && step !== ".") steps.push(step)
  }
  const path = steps.join("/")
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const sameName = (name: string, path: string): boolean =>
  name.length === path.length && name.replaceAll("\\", "/").toLowerCase() === path.toLowerCase()

/** By the byte order mark, else as the declaration says, else UTF-8, as XML has it. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  const head = String.fromCharCode(...bytes.subarray(0, 100))
  const declared = /^<\?xml[^>]{1,60}?encoding\s*=\s*["']([\w-]{1,40})/.exec(head)?.[1] ?? "utf-8"
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
