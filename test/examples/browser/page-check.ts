import { strict as assert } from "node:assert"
import type { Page } from "playwright-core"
import { startStreamingServer } from "../../../examples/streaming/server"
import { type PageCheck, textOf, until } from "../../browser/check"
import { demoDocuments, demoRag, hostile } from "../demo-rag"

/** What the page shows of documents, by title. */
const statesOf = (page: Page) =>
  page.$$eval("#documents tr", (rows) => {
    return Object.fromEntries(rows.map((row) => [row.children[0]?.textContent, row.children[1]?.textContent]))
  })

/** The status line, once it matches. */
async function waitForStatus(page: Page, pattern: RegExp): Promise<void> {
  await page.locator("#status").filter({ hasText: pattern }).waitFor()
}

export const pageChecks: readonly PageCheck[] = [
  {
    name: "plan, documents, merging and the answer show as they come",
    async run(page) {
      const calls: (() => void)[] = []
      let waits = true
      const { rag } = await demoRag(
        () => new Promise<void>((resolve) => (waits ? calls.push(resolve) : resolve())),
      )
      const server = await startStreamingServer({ rag })
      try {
        await page.goto(server.url)
        await waitForStatus(page, /^7 documents\.$/)
        assert.deepEqual([...new Set(Object.values(await statesOf(page)))], ["waiting"])

        await page.fill("#question", "What are the payment terms?")
        await page.click("#ask")
        await waitForStatus(page, /Planning how to ask 7 documents/)
        await until(() => calls.length === 1)
        calls.shift()?.()
        await page.locator("#tasks li").nth(1).waitFor()
        assert.equal(await textOf(page, "#directive"), "One line a document.")

        // Two agents at a time: both wait for the model, the others for their turn.
        await until(() => calls.length === 2)
        const states = Object.values(await statesOf(page)).sort()
        assert.deepEqual(states, ["reading", "reading", ...Array(5).fill("waiting")])

        waits = false
        for (const go of calls.splice(0)) go()
        await waitForStatus(page, /^Answered in/)
        assert.deepEqual(await statesOf(page), {
          "Supply contract Acme": "answered",
          "Supply contract Bolt": "answered",
          "Supply contract Crane": "answered",
          "Supply contract Delta": "answered",
          "Lease of the warehouse": "not found",
          "Supply contract Ellis": "failed",
          [hostile]: "answered",
        })
        assert.equal(await textOf(page, "#counts"), "7 of 7 read")
        assert.match(await textOf(page, "#answer"), /^The buyer pays within 30 days \[1\]\./)
        assert.match(await textOf(page, "#warnings"), /could not be read|failed/)
      } finally {
        await server.close()
      }
    },
  },
  {
    name: "a citation leads to its quote and offsets",
    async run(page) {
      const { rag } = await demoRag()
      const server = await startStreamingServer({ rag })
      try {
        await page.goto(server.url)
        await page.click("#ask")
        await waitForStatus(page, /^Answered in/)
        assert.equal(await page.locator("#answer a").count(), 5)
        await page.click("#answer a >> nth=1")
        const cited = await textOf(page, "#citations li:target")
        const { text } = demoDocuments.find(({ id }) => id === "bolt.txt")!
        const quote = "The buyer pays within 60 days"
        const start = text.indexOf(quote)
        assert.equal(
          cited,
          `[2] Supply contract Bolt, characters ${start} to ${start + quote.length}: \u201c${quote}\u201d`,
        )
      } finally {
        await server.close()
      }
    },
  },
  {
    name: "a document that holds scripts and tags is shown as text",
    async run(page, problems) {
      const { rag } = await demoRag()
      const server = await startStreamingServer({ rag })
      try {
        await page.goto(server.url)
        await page.fill("#question", `<img src=x onerror="document.title = 'question'">`)
        await page.click("#ask")
        await waitForStatus(page, /^Answered in/)
        for (const part of ["#answer", "#citations", "#documents"]) {
          assert.ok(
            (await textOf(page, part)).includes(hostile),
            `${part} shows the tags as they are written`,
          )
        }
        assert.equal(await page.locator("body img, body script, body iframe").count(), 0)
        assert.equal(await page.title(), "Ask every document")
        assert.deepEqual(problems, [])
      } finally {
        await server.close()
      }
    },
  },
  {
    name: "Stop, and leaving the page, end the run on the server",
    async run(page) {
      const { rag, llm } = await demoRag(() => new Promise(() => {}))
      const server = await startStreamingServer({ rag })
      try {
        for (const leave of [() => page.click("#stop"), () => page.goto("about:blank")]) {
          await page.goto(server.url)
          await page.click("#ask")
          const before = llm.calls.length
          await until(() => server.runs() === 1 && llm.calls.length > before - 1)
          await leave()
          await until(() => server.runs() === 0)
        }
      } finally {
        await server.close()
      }
    },
  },
  {
    name: "a refusal and a broken connection are said",
    async run(page) {
      const { rag } = await demoRag(() => new Promise(() => {}))
      const server = await startStreamingServer({ rag, maxRuns: 1 })
      try {
        await page.goto(server.url)
        await page.fill("#question", "   ")
        await page.click("#ask")
        await waitForStatus(page, /question that is not empty/)
        await page.fill("#question", "What are the payment terms?")
        await page.click("#ask")
        await waitForStatus(page, /Planning/)
      } finally {
        await server.close()
      }
      await page.locator("#status.error").waitFor()
      assert.equal(await page.isEnabled("#ask"), true)
    },
  },
]
