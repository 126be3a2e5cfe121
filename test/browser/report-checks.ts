import { strict as assert } from "node:assert"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Page } from "playwright-core"
import { renderReport } from "spd-rag/report"
import { answerOf, textOf as documentText, hostile, quoteIn, tableOf } from "../report/subjects"
import { assertAccessible, type PageCheck, textOf } from "./check"

/** Opens a report as a file, as its reader does. */
async function open(page: Page, html: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "spd-rag-report-"))
  try {
    const path = join(folder, "report.html")
    writeFileSync(path, html)
    await page.goto(pathToFileURL(path).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const column = (page: Page, index: number) =>
  page.$$eval(`.grid .body [data-column="${index}"]`, (cells) => cells.map((cell) => cell.textContent))

export const reportChecks: readonly PageCheck[] = [
  {
    name: "report: a citation opens its quote in the text around it, and gives the focus back",
    async run(page) {
      await open(page, renderReport(answerOf(9, 2)))
      await page.click(".cite >> nth=1")
      const { start, text } = quoteIn(2)
      assert.equal(await textOf(page, "aside.source mark"), text)
      const around = (await textOf(page, "aside.source blockquote")).replaceAll("… ", "").replaceAll(" …", "")
      assert.ok(documentText(2).includes(around) && around.length > text.length + 600)
      assert.equal(
        await textOf(page, "aside.source figcaption"),
        `Characters ${start} to ${start + text.length}`,
      )
      assert.equal(await textOf(page, "aside.source .path"), "Terms › Part 2")
      await page.click("[aria-label='Next source']")
      assert.equal(await textOf(page, "aside.source h2"), "Document 3")
      await page.keyboard.press("Escape")
      assert.equal(await page.isHidden("aside.source"), true)
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "2")
    },
  },
  {
    name: "report: the matrix sorts, filters and exports",
    async run(page) {
      await open(page, renderReport(answerOf(9, 2)))
      await page.click(".sort >> nth=2")
      await page.click(".sort >> nth=2")
      assert.deepEqual((await column(page, 2)).slice(0, 3), ["90 days", "80 days", "60 days"])
      assert.equal(await page.getAttribute("[role=columnheader] >> nth=2", "aria-sort"), "descending")
      await page.fill("input[type=search]", "document 5")
      assert.deepEqual(await column(page, 0), ["Document 5"])
      await page.click("text=Show all")
      await page.selectOption("label:has-text('Documents') select", "failed")
      assert.deepEqual(await column(page, 2), ["unread"])
      await page.selectOption("label:has-text('Documents') select", "")
      await page.selectOption("label:has-text('is') select >> nth=-1", "not-found")
      const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Export CSV")])
      assert.deepEqual(readFileSync(await file.path(), "utf8").split("\r\n"), [
        "\ufeffdocument,id,status,State term 1.,state,quotes,State term 2.,state,quotes",
        "Document 5,d5,not-found,,not-found,,,not-found,",
        "",
      ])
    },
  },
  {
    name: "report: 1,000 documents by 10 tasks, of which few rows are in the page",
    async run(page) {
      await open(page, renderReport(answerOf(1000, 10)))
      assert.equal(await page.getAttribute(".grid", "aria-rowcount"), "1001")
      assert.ok((await page.locator(".grid .body .row").count()) < 60)
      await page.$eval(".grid", (grid) => grid.scrollTo(0, 36 * 700))
      await page.locator(".grid [data-row='700']").waitFor()
      assert.equal(await textOf(page, ".grid [data-row='700'] [data-column='0']"), "Document 701")
      assert.ok((await page.locator(".grid .body .row").count()) < 60)
      // Rows that stay in sight are the same elements, and all stand in their order, once.
      const kept = await page.$(".grid [data-row='700']")
      for (const first of [706, 696, 703]) {
        await page.$eval(".grid", (grid, top) => grid.scrollTo(0, top), 36 * first)
        await page.locator(`.grid [data-row='${first + 20}']`).waitFor()
        assert.equal(await kept?.evaluate((row) => row.isConnected), true)
        const shown = await page.$$eval(".grid .body .row", (rows) =>
          rows.map((row) => Number(row.getAttribute("data-row"))),
        )
        assert.deepEqual(
          shown,
          shown.map((_, index) => shown[0]! + index),
        )
        assert.ok(shown[0]! <= first)
      }
      assert.ok((await page.locator("*").count()) < 12_000)
    },
  },
  {
    name: "report: by the keyboard alone",
    async run(page) {
      await open(page, renderReport(answerOf(60, 3)))
      await page.keyboard.press("Tab")
      assert.equal(await page.evaluate(() => document.activeElement?.className), "skip")
      await page.focus(".grid")
      await page.keyboard.press("Control+End")
      await page.keyboard.press("ArrowUp")
      await page.keyboard.press("Home")
      await page.keyboard.press("ArrowRight")
      await page.keyboard.press("ArrowRight")
      const active = await page.getAttribute(".grid", "aria-activedescendant")
      assert.equal(await textOf(page, `#${active}`), "590 days")
      await page.keyboard.press("Enter")
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Document 59")
      await page.keyboard.press("Escape")
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "grid")
    },
  },
  {
    name: "report: axe-core finds nothing, with a source open and without, of an answer and of a table",
    async run(page) {
      await open(page, renderReport(answerOf(30, 3)))
      await assertAccessible(page)
      await page.click(".cite >> nth=0")
      await assertAccessible(page)
      await open(page, renderReport(tableOf() as never))
      await assertAccessible(page)
    },
  },
  {
    name: "report: documents that hold scripts and tags are shown as text",
    async run(page, problems) {
      const answer = answerOf(9, 2, () => hostile)
      const warnings = [{ code: "documents-failed" as const, message: hostile, documentIds: ["d7"] }]
      const text = `${hostile} [1]\n\n- ${hostile}\n\n| ${hostile.replaceAll("|", "")} | b |\n| --- | --- |\n\n\`${hostile}\``
      await open(page, renderReport({ ...answer, question: hostile, text, warnings }))
      await page.click(".cite")
      await page.click(".grid [data-row='0'] [data-column='0']")
      const shown = hostile.replace(/\s+/g, " ")
      for (const part of ["h1", ".answer", ".sources", ".warnings", ".grid", "aside.source h2", ".tree"]) {
        const text = (await textOf(page, part)).replace(/\s+/g, " ")
        assert.ok(text.includes(shown.slice(0, 60)), `${part} shows the tags as they are written`)
      }
      assert.equal(await page.locator("img, iframe, body script:not(:last-of-type):not(#data)").count(), 0)
      assert.notEqual(await page.title(), "ran")
      assert.deepEqual(problems, [])
    },
  },
  {
    name: "report: nothing that comes into the page later runs, and nothing leaves it",
    async run(page) {
      let requests = 0
      const outside = createServer((_, response) => {
        requests += 1
        response.end()
      })
      await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve))
      const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`
      try {
        await open(page, renderReport(answerOf(3, 1)))
        await page.evaluate(async (address) => {
          const image = `<img src="${address}" onerror="document.title='ran'">`
          document.body.insertAdjacentHTML("beforeend", image)
          const script = document.createElement("script")
          script.textContent = "document.title = 'ran'"
          document.body.append(script)
          await fetch(address, { mode: "no-cors" }).catch(() => {})
        }, url)
        assert.equal(await page.title(), "What are the terms?")
        assert.equal(requests, 0)
        // One that may ask arrives.
        await page.goto(url)
        assert.ok(requests > 0)
      } finally {
        outside.closeAllConnections()
        outside.close()
      }
    },
  },
  {
    name: "report: on paper the matrix has every row, and sources their quotes",
    async run(page) {
      await open(page, renderReport(answerOf(60, 3)))
      await page.emulateMedia({ media: "print" })
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
      assert.equal(await page.locator(".printed tbody tr").count(), 60)
      assert.equal(await page.isVisible(".printed"), true)
      assert.equal(await page.isVisible(".grid"), false)
      assert.ok((await page.pdf()).length > 10_000)
      await page.evaluate(() => dispatchEvent(new Event("afterprint")))
      assert.equal(await page.locator(".printed").count(), 0)
    },
  },
  {
    name: "report: a table with its quotes",
    async run(page) {
      await open(page, renderReport(tableOf() as never, { title: "Terms" }))
      assert.deepEqual(await column(page, 2), ["10", "11", "20", "unread"])
      await page.click(".grid [data-row='1'] [data-column='2']")
      assert.equal(await textOf(page, "aside.source mark"), quoteIn(1).text)
      assert.equal(await textOf(page, "aside.source .note"), "As written: 11 days")
      assert.equal(await page.locator("#answer, #sources, #tree").count(), 0)
    },
  },
  {
    name: "report: the table behind an answer, its query, the values brought together, pages and metadata",
    async run(page) {
      const { citations, ...answer } = answerOf(7, 1)
      const mappings = [{ column: "note", from: "N.Y.", to: hostile, by: "model" }]
      const row = { values: [30, hostile], documentIds: ["d1"], rowIndexes: [0] }
      const computed = {
        sql: "SELECT max(term) FROM rows",
        result: { columns: ["term", "note"], rows: [row], truncated: false, traced: false },
      }
      const cited = { ...citations[0]!, page: 12, metadata: { party: hostile } }
      const table = { ...tableOf(), mappings } as never
      await open(
        page,
        renderReport({ ...answer, citations: [cited, ...citations.slice(1)], table, computed }),
      )
      assert.match(await textOf(page, "#sources li"), /Document 1, page 12/)
      await page.click(".cite >> nth=0")
      assert.match(await textOf(page, "aside.source figcaption"), /^Page 12, characters 760 to 778$/)
      assert.equal(await textOf(page, "aside.source .metadata"), `party${hostile}`)
      await page.keyboard.press("Escape")
      assert.equal(await textOf(page, "#computed tbody"), `30${hostile}`)
      await page.click("#computed summary")
      assert.equal(await page.isVisible("text=SELECT max(term) FROM rows"), true)
      await page.click("#table [data-row='1'] [data-column='2']")
      assert.equal(await textOf(page, "aside.source .note"), "As written: 11 days")
      await page.keyboard.press("Escape")
      await page.click(".mappings summary")
      assert.equal(await textOf(page, ".mappings tbody"), `noteN.Y.${hostile}the model`)
      assert.equal(await page.locator("#matrix .grid").count(), 1)
      await assertAccessible(page)
    },
  },
]
