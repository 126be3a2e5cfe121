/// <reference types="node" />
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { SourceDocument } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import { openDataFolder } from "../data-folder"
import { resolveDocument } from "./documents"
import {
  type LoongData,
  type LoongInstance,
  type LoongTask,
  type LoongType,
  loongTasks,
  type UnusableRow,
} from "./instance"
import { hasLoongRowShape, type LoongRow } from "./row"

/** Where the benchmark's data is, and how much of it is read. */
export interface LoongOptions {
  /** Unpacked data, or the archives. @default SPD_RAG_DATA */
  readonly folder?: string | undefined
  /** @default en */
  readonly language?: string | undefined
  /** @default all */
  readonly set?: number | undefined
  readonly type?: LoongType | undefined
  readonly level?: number | undefined
}

/** Reads the benchmark's rows and resolves their documents; texts are read by `readDocuments`. */
export async function loadLoong(options: LoongOptions = {}): Promise<LoongData> {
  checkFilters(options)
  const folder = await openDataFolder("loong", options.folder)
  const files = {
    paper: await listFolder(join(folder, "data/doc/paper")),
    financial: await listFolder(join(folder, "data/doc/financial")),
    legal: await listFolder(join(folder, "data/doc/legal")),
  }
  const instances: LoongInstance[] = []
  const unusable: UnusableRow[] = []
  const lines = (await readFile(join(folder, "data/loong.jsonl"), "utf8")).split("\n")
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue
    const row = parse(line)
    if (row !== undefined && isFilteredOut(row, options)) continue
    const shape = hasLoongRowShape(row)
    if (shape === true) instances.push(toInstance(row as LoongRow, files))
    else unusable.push({ line: index + 1, id: String(row?.id ?? `line ${index + 1}`), reason: shape })
  }
  return { instances, unusable, readDocuments: (instance) => readDocuments(folder, instance) }
}

function toInstance(row: LoongRow, files: Record<LoongType, readonly string[]>): LoongInstance {
  const problems: string[] = []
  // Four English rows name a document twice; it is one document.
  const documents = [...new Set(row.doc)].map((name) => {
    const found = resolveDocument(name, row.type, row.level, files[row.type])
    if ("problem" in found) problems.push(found.problem)
    return { name, file: "file" in found ? found.file : undefined }
  })
  const question = row.question.trim()
  // The template is made for Python's `format`, where doubled braces stand for one.
  const instruction = row.instruction.replaceAll("{{", "{").replaceAll("}}", "}")
  const filled = { docs: "", instruction, question }
  return {
    id: row.id,
    set: row.set,
    type: row.type,
    level: row.level,
    task: loongTasks[row.level - 1] as LoongTask,
    language: row.language,
    question,
    instruction,
    prompt: [instruction.trim(), question].filter((part) => part !== "").join("\n\n"),
    judgeQuestion: row.prompt_template
      .replace(/\{(docs|instruction|question)\}/g, (_, name: keyof typeof filled) => filled[name])
      .trim(),
    answer: row.answer,
    documents,
    problems,
  }
}

async function readDocuments(folder: string, instance: LoongInstance): Promise<readonly SourceDocument[]> {
  if (instance.problems.length > 0) {
    throw new InvalidArgumentError("instance", instance.id, `complete (${instance.problems.join("; ")})`)
  }
  return Promise.all(
    instance.documents.map(async ({ name, file }) => {
      const text = await readFile(join(folder, "data/doc", instance.type, file as string), "utf8")
      return { id: name, title: instance.type === "paper" ? titleOfPaper(text) || name : name, text }
    }),
  )
}

/** A paper's title: its first line without `#`. */
function titleOfPaper(text: string): string {
  const line = text.slice(0, text.indexOf("\n") === -1 ? undefined : text.indexOf("\n"))
  return line.replace(/^\s*#+/, "").trim()
}

function isFilteredOut(row: Partial<LoongRow>, { language = "en", set, type, level }: LoongOptions): boolean {
  const isKnownType = row.type === "paper" || row.type === "financial" || row.type === "legal"
  return (
    row.language !== language ||
    (set !== undefined && row.set !== set) ||
    (level !== undefined && row.level !== level) ||
    (type !== undefined && isKnownType && row.type !== type)
  )
}

function checkFilters({ set, level }: LoongOptions): void {
  for (const [name, value] of Object.entries({ set, level })) {
    if (value !== undefined && ![1, 2, 3, 4].includes(value)) {
      throw new InvalidArgumentError(name, value, "1, 2, 3 or 4")
    }
  }
}

function parse(line: string): Partial<LoongRow> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === "object" && value !== null ? (value as Partial<LoongRow>) : undefined
  } catch {
    return undefined
  }
}

async function listFolder(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch {
    return []
  }
}
