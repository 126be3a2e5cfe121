import { countAsyncSteps, countSteps } from "../support/count-steps"

/** Runs of these are what made functions slow, here or elsewhere: each ends in something that fits no pattern. */
export const runs: readonly string[] = [
  "\n",
  " ",
  "\u2028",
  "\ufeff",
  "\t",
  "\r\n",
  " \n\t",
  ".",
  "..",
  "a",
  "a ",
  "A. ",
  "-",
  "- ",
  "a-\n",
  "|",
  "| a |\n",
  "> ",
  "# ",
  "```\n",
  "*",
  "_",
  "[",
  "[E",
  "[E1",
  "[E1, ",
  "[1",
  "]",
  "[[E9]",
  "](",
  "(",
  '"',
  "'",
  "\u201c",
  "\\",
  "\\n",
  "&",
  "&amp;",
  "<",
  "<b>",
  "\n<think>",
  "\u2026",
  " ... ",
  "1",
  "1,",
  "1 ",
  "1.",
  "1 000 ",
  "5 May ",
  "E",
  "e\u0301",
  "\u0301",
  "\u200b",
  "\u4e2d",
  "\u4e00",
  "\u3002",
  "\u{1f600}",
  "\ud800",
  "\u0627\u064e",
  " and ",
  "P1: ",
  "Page 3\n",
  "\f",
  "~",
  ":",
  "\u3010E1\u3011",
  "a.b ",
  "x\n\n",
]

/** Text in the form that a reader takes: a run of pieces between two ends. */
const runOf = (piece: string, units: number): string => `x${piece.repeat(Math.ceil(units / piece.length))}x`

/**
 * Runs for which twice the text costs more than twice the steps, with room for what grows in jumps; a square would be
 * four times. Runs are counted a few at a time, since reading a count takes longer than what is counted.
 */
export function slowRuns(
  pieces: readonly string[],
  read: (text: string) => unknown,
  units = 3_000,
): string[] {
  return groupsOf(pieces).flatMap((group) => {
    const stepsOf = (length: number) =>
      countSteps(() => {
        for (const piece of group) read(runOf(piece, length))
      })
    return verdict(group, stepsOf(units), stepsOf(2 * units))
  })
}

export async function slowAsyncRuns(
  pieces: readonly string[],
  read: (text: string) => Promise<unknown>,
  units = 3_000,
): Promise<string[]> {
  const slow: string[] = []
  for (const group of groupsOf(pieces)) {
    const stepsOf = (length: number) =>
      countAsyncSteps(async () => {
        for (const piece of group) await read(runOf(piece, length))
      })
    slow.push(...verdict(group, await stepsOf(units), await stepsOf(2 * units)))
  }
  return slow
}

const GROUP = 12

function groupsOf(pieces: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(pieces.length / GROUP) }, (_, at) =>
    pieces.slice(at * GROUP, (at + 1) * GROUP),
  )
}

function verdict(group: readonly string[], once: number, twice: number): string[] {
  if (twice <= 2.3 * once + 20_000) return []
  return [`${JSON.stringify(group)}: ${once}, then ${twice} steps`]
}
