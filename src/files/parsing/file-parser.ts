/// <reference types="node" />
import { raceAbort } from "../../runtime/abort"
import { builtin } from "../../runtime/builtin"
import { formats } from "../formats"
import type { FileFormat } from "../kit/format"
import type { ParseFile, ParseRequest } from "../kit/parse"
import { type ParsedBytes, parseBytes } from "./parse-bytes"
import { type ParsingThread, parsingThread } from "./parsing-thread"
import { workerPath } from "./worker-path"

/** Reads the bytes of files: in a thread where there is one for the format, else here. */
export interface FileParser {
  /** Loads what a format needs. @throws InvalidArgumentError that says what to install */
  load(format: FileFormat): Promise<void>
  /** @throws LoadFileError, or the signal's reason */
  parse(format: FileFormat, request: ParseRequest): Promise<ParsedBytes>
  /** Ends the thread. */
  close(): Promise<void>
}

/** How much heap a file may take while it is read, as a multiple of the largest file. */
const heapPerFileByte = 40
const leastHeapBytes = 134_217_728

interface ParserLimits {
  readonly maxFileBytes: number
  readonly parseTimeoutMs: number
}

export function fileParser(limits: ParserLimits): FileParser {
  const thread = startThread(limits)
  /** Parsers of this thread, by format; formats that are not here are read in the other one. */
  const own = new Map<FileFormat, ParseFile>()

  return {
    async load(format) {
      const isThreads = thread !== undefined && formats.includes(format) && format.isPlain !== true
      if (isThreads && (await thread.load(format.name))) return
      own.set(format, await format.loadParser())
    },
    async parse(format, request) {
      if (thread !== undefined && !own.has(format)) return thread.parse(format.name, request)
      const parserOf = async (other: FileFormat) => own.get(other) ?? other.loadParser()
      return raceAbort(parseBytes(format, formats, parserOf, request), request.signal)
    },
    async close() {
      await thread?.close()
    },
  }
}

function startThread({ maxFileBytes, parseTimeoutMs }: ParserLimits): ParsingThread | undefined {
  const path = workerPath()
  const v8 = builtin<typeof import("node:v8")>("node:v8")
  if (path === undefined || v8 === undefined) return undefined
  const allowed = Math.max(leastHeapBytes, heapPerFileByte * maxFileBytes)
  const maxHeapBytes = Math.min(allowed, v8.getHeapStatistics().heap_size_limit)
  return parsingThread(path, { maxHeapBytes, timeoutMs: parseTimeoutMs })
}
