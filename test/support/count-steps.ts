import { Session } from "node:inspector"

/**
 * Counts what code of `src` does: how often each block of it runs, as V8 counts for coverage, and the characters that
 * its calls of strings' and patterns' own methods may look at. Nothing is built into the code, and no clock is asked.
 */
export function countSteps(run: () => unknown): number {
  takeBlocks()
  const native = countNative()
  try {
    run()
  } finally {
    native.restore()
  }
  return takeBlocks() + native.units()
}

export async function countAsyncSteps(run: () => Promise<unknown>): Promise<number> {
  takeBlocks()
  const native = countNative()
  try {
    await run()
  } finally {
    native.restore()
  }
  return takeBlocks() + native.units()
}

// Only what is compiled from here on is counted: import this file before the code.
const session = new Session()
session.connect()
session.post("Profiler.enable")
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })

/** Counts start anew with each reading. */
function takeBlocks(): number {
  let blocks = 0
  session.post("Profiler.takePreciseCoverage", (error, report) => {
    if (error) throw error
    for (const { url, functions } of report.result) {
      if (!/\/src\/[\w/-]+\.ts$/.test(url)) continue
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count
    }
  })
  return blocks
}

const readers = [
  "indexOf",
  "lastIndexOf",
  "includes",
  "trim",
  "trimStart",
  "trimEnd",
  "toLowerCase",
  "normalize",
  "split",
  "replaceAll",
] as const

function countNative(): { units(): number; restore(): void } {
  let units = 0
  const originals = readers.map((name) => [name, String.prototype[name]] as const)
  const exec = RegExp.prototype.exec
  for (const [name, original] of originals) {
    Object.defineProperty(String.prototype, name, {
      configurable: true,
      writable: true,
      value(this: string, ...args: never[]) {
        const result: unknown = (original as (...args: readonly unknown[]) => unknown).apply(this, args)
        units += looked(name, this.length, args[1], result)
        return result
      },
    })
  }
  // Every search with a pattern goes through `exec` once it is not the built-in one.
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const match = exec.call(this, text)
    const to = match !== null ? match.index + match[0].length : this.sticky ? from + 1 : text.length
    units += Math.max(1, to - from)
    return match
  }
  return {
    units: () => units,
    restore() {
      RegExp.prototype.exec = exec
      for (const [name, value] of originals) {
        Object.defineProperty(String.prototype, name, { configurable: true, writable: true, value })
      }
    },
  }
}

/** How many units a search looked at; other methods look at all. */
function looked(name: (typeof readers)[number], length: number, from: unknown, result: unknown): number {
  if (name !== "indexOf" && name !== "lastIndexOf") return length
  const start = typeof from === "number" ? Math.min(from, length) : name === "indexOf" ? 0 : length
  const found = typeof result === "number" && result >= 0 ? result : name === "indexOf" ? length : 0
  return Math.abs(found - start)
}
