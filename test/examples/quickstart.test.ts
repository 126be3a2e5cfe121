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

test("the quickstart answers from over 100 of the 233 addresses, every quote verbatim, every outcome counted", async () => {
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
  expect(asJSON.stderr).toContain("Indexing 233/233")
  expect(asJSON.stderr).toContain("Reading  233/233")
})

test("asked again in words, of the addresses of this century, it answers the same, and counts every outcome", async () => {
  const argv = words.slice(2).map((word) => (word === "*.txt" ? "20*.txt" : word))
  const answer = JSON.parse((await run(root, [...argv, "--json"])).stdout) as Answer
  const asked = answer.documents.length
  expect(asked).toBeGreaterThan(20)
  const { exitCode, stdout } = await run(root, argv)
  expect(exitCode).toBe(0)
  expect(stdout.startsWith(`${answer.text}\n`)).toBe(true)
  const [, coverage, all] = /^Coverage: (.*) = (\d+) documents$/m.exec(stdout)!
  const counts = coverage!.split(" + ").map((part) => Number.parseInt(part, 10))
  expect([Number(all), counts.reduce((sum, count) => sum + count, 0)]).toEqual([asked, asked])
  expect(stdout).toMatch(/^Time: /m)
  expect(stdout).toMatch(/^Tokens: /m)
})
