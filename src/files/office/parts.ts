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

/** @throws LoadFileError `damaged` where the part is missing or no XML. */
export async function partXml(zip: Zip, path: string): Promise<XmlElement> {
  const text = await partText(zip, path)
  if (text === undefined) throw new LoadFileError("damaged", `Its part ${path} is missing.`)
  return parseXml(text)
}

/** Relations of a part, or of the whole package for the empty path. */
export async function relationsOf(zip: Zip, path: string): Promise<readonly Relation[]> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1)
  const text = await partText(zip, `${folder}_rels/${path.slice(folder.length)}.rels`)
  if (text === undefined) return []
  return childrenOf(parseXml(text), "Relationship").map(({ attributes }) => {
    const { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode } = attributes
    return {
      id,
      type: type.slice(type.lastIndexOf("/") + 1),
      path: mode === "External" ? target : resolvePath(folder, target),
    }
  })
}

/** Where the document proper is; by its usual name in a package that does not say. */
export async function mainPart(zip: Zip, usual: string): Promise<string> {
  const main = (await relationsOf(zip, "")).find(({ type }) => type === "officeDocument")
  return main?.path ?? usual
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
