import { describe, expect, test } from "vitest"
import { createProgress } from "../../src/cli/screen/progress"
import { styleOf } from "../../src/cli/screen/style"

/** What is written for forty steps of a second each. */
function written(isTTY: boolean, stepMs = 1_000, columns = 120): string[] {
  const parts: string[] = []
  let now = 0
  const progress = createProgress({ isTTY, columns, write: (text) => parts.push(text) }, "Reading", () => now)
  for (let done = 1; done <= 40; done += 1) {
    now += stepMs
    progress.update(done, 40, "7 tokens")
  }
  progress.end()
  return parts
}

describe("progress", () => {
  test("draws one line on a terminal, with what is left", () => {
    const parts = written(true)
    expect(parts.join("")).toContain(
      `Reading [${"#".repeat(15)}${".".repeat(15)}] 20/40 · 7 tokens · 20 s left`,
    )
    expect(parts.join("")).toContain(`Reading [${"#".repeat(30)}] 40/40 · 7 tokens`)
  })

  test("stays in one line of a narrow terminal, with a shorter bar or none", () => {
    const lines = (columns: number) =>
      written(true, 1_000, columns)
        .join("")
        .match(/Reading .*/g) ?? []
    expect(lines(50)).toContain(`Reading [${"#".repeat(5)}${".".repeat(5)}] 20/40 · 7 tokens · 20 s left`)
    expect(lines(40)).toContain("Reading 20/40 · 7 tokens · 20 s left")
    for (const columns of [40, 50]) {
      for (const line of lines(columns)) expect(line.length).toBeLessThan(columns)
    }
  })

  test("draws a terminal no more often than people see", () => {
    expect(written(true, 10).filter((part) => part.includes("Reading")).length).toBeLessThan(12)
  })

  test("writes ten plain lines elsewhere, with no mark of a terminal", () => {
    const parts = written(false)
    expect(parts).toHaveLength(10)
    expect(parts.at(-1)).toBe("Reading 40/40 · 7 tokens\n")
    expect(parts.join("")).not.toContain("\u001b")
  })
})

test("marks of a terminal are left out in pipes, with NO_COLOR, and on dumb terminals", () => {
  const bold = (isTTY: boolean, env: { readonly [name: string]: string }) =>
    styleOf({ isTTY, write: () => {} }, env).bold("x")
  expect(bold(true, {})).toBe("\u001b[1mx\u001b[22m")
  expect([bold(false, {}), bold(true, { NO_COLOR: "1" }), bold(true, { TERM: "dumb" })]).toEqual([
    "x",
    "x",
    "x",
  ])
})
