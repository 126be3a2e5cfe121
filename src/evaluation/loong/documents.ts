import type { LoongType } from "./instance"

/**
 * Filing names that match two or more files, and the file that is meant.
 *
 * Three companies have a quarterly (`-j`) and an annual (`-n`) report. The gold answers come from the quarterly
 * one: Grant Park's cash of $7,963,173 stands only there, and Blue Dolphin's $18,718 thousand is its beginning
 * balance there but its ending balance in the annual report. Brainstorm follows the same rule; its one question asks
 * about another company. `C` is cut off from `C-Bond Systems, Inc`, by the benchmark's own README.
 */
export const pinnedFilings: ReadonlyMap<string, string> = new Map([
  ["BLUE DOLPHIN ENERGY CO", "2024-BLUE DOLPHIN ENERGY CO-j.txt"],
  ["BRAINSTORM CELL THERAPEUTICS INC.", "2024-BRAINSTORM CELL THERAPEUTICS INC.-j.txt"],
  ["C", "2024-C-Bond Systems, Inc-j.txt"],
  ["GRANT PARK FUTURES FUND LIMITED PARTNERSHIP", "2024-GRANT PARK FUTURES FUND LIMITED PARTNERSHIP-j.txt"],
])

/** The one file that a document name of an instance means, or why there is none. */
export type Resolution = { readonly file: string } | { readonly problem: string }

/**
 * Resolves a document name of the benchmark against the names of the files that are there.
 *
 * A paper is named by its file; a filing is any file with `2024-<name>` in its name (levels 1 to 3) or
 * `<name>` (level 4). A name that matches several files and has no pin is a problem, never a guess.
 */
export function resolveDocument(
  name: string,
  type: LoongType,
  level: number,
  files: readonly string[],
): Resolution {
  if (type === "paper") {
    return files.includes(name) ? { file: name } : { problem: `document ${JSON.stringify(name)} is missing` }
  }
  const pinned = pinnedFilings.get(name)
  if (pinned !== undefined && level !== 4) {
    return files.includes(pinned)
      ? { file: pinned }
      : { problem: `document ${JSON.stringify(name)} (${pinned}) is missing` }
  }
  const part = level === 4 ? name : `2024-${name}`
  const matches = files.filter((file) => file.endsWith(".txt") && file.slice(0, -4).includes(part))
  if (matches.length === 1) return { file: matches[0] as string }
  if (matches.length === 0) return { problem: `document ${JSON.stringify(name)} is missing` }
  return {
    problem: `document ${JSON.stringify(name)} matches ${matches.length} files: ${matches.join(", ")}`,
  }
}
