import { createLogUpdate } from "log-update"
import type { Output } from "../host"

export interface Progress {
  /** @param note more about it, such as what was spent */
  update(done: number, total: number, note?: string): void
  /** Leaves the last state on the screen. */
  end(): void
}

/** Columns of the bar; where a terminal has fewer to spare than the least, there is none. */
const bar = { most: 30, least: 6 }
/** A terminal is not drawn more often. */
const leastMs = 50
/** Before that, a guess of the time that is left would jump about. */
const settledMs = 2_000

/** One line that is drawn anew on a terminal; elsewhere a line for every tenth of the way. */
export function createProgress(output: Output, label: string, now: () => number): Progress {
  const began = now()
  const leftOf = (done: number, total: number) => {
    const passed = now() - began
    return done === 0 || done >= total || passed < settledMs
      ? []
      : [timeLeft((passed / done) * (total - done))]
  }
  const textOf = (done: number, total: number, note: string) =>
    [`${done}/${total}`, ...(note === "" ? [] : [note]), ...leftOf(done, total)].join(" · ")
  return output.isTTY ? onTerminal(output, label, textOf, now) : inLines(output, label, textOf)
}

type TextOf = (done: number, total: number, note: string) => string

function onTerminal(output: Output, label: string, textOf: TextOf, now: () => number): Progress {
  const draw = createLogUpdate(output as NodeJS.WriteStream, { showCursor: true })
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    update(done, total, note = "") {
      if (done < total && now() - drawnAt < leastMs) return
      drawnAt = now()
      const text = textOf(done, total, note)
      const width = Math.min(bar.most, (output.columns ?? 80) - `${label} [] ${text}`.length - 1)
      const share = total === 0 ? 1 : Math.min(1, done / total)
      const drawn = `[${"#".repeat(Math.round(share * Math.max(0, width))).padEnd(width, ".")}] `
      draw(`${label} ${width < bar.least ? "" : drawn}${text}`)
    },
    end: () => draw.done(),
  }
}

function inLines(output: Output, label: string, textOf: TextOf): Progress {
  let tenths = 0
  return {
    update(done, total, note = "") {
      const share = total === 0 ? 1 : done / total
      if (Math.floor(share * 10) <= tenths) return
      tenths = Math.floor(share * 10)
      output.write(`${label} ${textOf(done, total, note)}\n`)
    },
    end() {},
  }
}

function timeLeft(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1_000)
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
