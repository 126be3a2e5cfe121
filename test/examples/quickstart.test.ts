import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Answer } from "spd-rag"
import { expect, test } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import { run } from "../cli/run"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The words that `npm run quickstart` gives the command. */
const words = [...packageJson.scripts.quickstart.matchAll(/"([^"]*)"|(\S+)/g)].map(
  ([, quoted, plain]) => quoted ?? plain!,
)

test("the quickstart answers from over 100 of the 233 addresses, every quote verbatim, every outcome counted, twice the same", async () => {
  expect(words.slice(0, 2)).toEqual(["tsx", "src/cli/bin.ts"])
  const argv = words.slice(2)
  const asJSON = await run(root, [...argv, "--json"])
  expect(asJSON.exitCode).toBe(0)
  const answer = JSON.parse(asJSON.stdout) as Answer
  expect(answer.documents).toHaveLength(233)
  expect(answer.documents.filter(({ status }) => status === "answered").length).toBeGreaterThanOrEqual(100)
  expect(answer.citations.length).toBeGreaterThanOrEqual(100)
  for (const { documentId, quote, start, end } of answer.citations) {
    expect((await readFile(`${root}/${documentId}`, "utf8")).slice(start, end)).toBe(quote)
  }
  const numbers = new Set(answer.citations.map(({ number }) => number))
  for (const [, marker] of answer.text.matchAll(/\[(\d+)\]/g)) expect(numbers).toContain(Number(marker))

  const { exitCode, stdout, stderr } = await run(root, argv)
  expect(exitCode).toBe(0)
  expect(stdout.startsWith(`${answer.text}\n`)).toBe(true)
  const coverage = /^Coverage: (.*) = 233 documents$/m.exec(stdout)!
  const counts = coverage[1]!.split(" + ").map((part) => Number.parseInt(part, 10))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(233)
  expect(stdout).toMatch(/^Time: /m)
  expect(stdout).toMatch(/^Tokens: /m)
  expect(stderr).toContain("Indexing 233/233")
  expect(stderr).toContain("Reading  233/233")
})
