/// <reference types="node" />
import { appendFile, mkdir, readFile, truncate } from "node:fs/promises"
import { dirname } from "node:path"
import type { JSONValue } from "../contracts"

/** One finished instance of one system. */
export interface RunRecord {
  readonly system: string
  readonly id: string
  readonly status: "ok" | "failed"
  /** Why it failed; the message may be a provider's. */
  readonly error?: { readonly name: string; readonly message: string } | undefined
  readonly [field: string]: JSONValue | undefined
}

/** Finished instances in a JSONL file, one a line. */
export interface RunLog {
  /** What was there when the log was opened, a later record of an instance in place of an earlier one. */
  readonly records: readonly RunRecord[]
  /** Lines that are no record; they are left in the file and their instances run again. */
  readonly damagedLines: readonly number[]
  /** Resolves when the line is written. */
  append(record: RunRecord): Promise<void>
}

/**
 * Opens or makes a run log. A last line without its end, as a kill leaves it, is cut off.
 * One process at a time may append.
 */
export async function openRunLog(path: string): Promise<RunLog> {
  await mkdir(dirname(path), { recursive: true })
  const bytes = await readOrEmpty(path)
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole < bytes.length) await truncate(path, whole)
  const damagedLines: number[] = []
  const records = new Map<string, RunRecord>()
  for (const [index, line] of bytes.subarray(0, whole).toString("utf8").split("\n").entries()) {
    if (line === "") continue
    const record = parseRecord(line)
    if (record === undefined) damagedLines.push(index + 1)
    else records.set(runKey(record), record)
  }
  let last: Promise<void> = Promise.resolve()
  return {
    records: [...records.values()],
    damagedLines,
    append(record) {
      const line = `${JSON.stringify(record)}\n`
      last = last.catch(() => {}).then(() => appendFile(path, line))
      return last
    },
  }
}

/** A log that is kept in memory only. */
export function memoryRunLog(records: readonly RunRecord[] = []): RunLog & { readonly written: RunRecord[] } {
  const written: RunRecord[] = []
  return {
    records,
    damagedLines: [],
    written,
    async append(record) {
      written.push(record)
    },
  }
}

/** What makes a record one of its kind: its system and its instance. */
export function runKey(record: { readonly system: string; readonly id: string }): string {
  return JSON.stringify([record.system, record.id])
}

async function readOrEmpty(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return Buffer.alloc(0)
    throw error
  }
}

function parseRecord(line: string): RunRecord | undefined {
  try {
    const value = JSON.parse(line) as Partial<RunRecord> | null
    const isRecord =
      typeof value?.system === "string" &&
      typeof value.id === "string" &&
      (value.status === "ok" || value.status === "failed")
    return isRecord ? (value as RunRecord) : undefined
  } catch {
    return undefined
  }
}
