import { strict as assert } from "node:assert"
import type { Page } from "playwright-core"
import { spdRag } from "spd-rag"
import { offline } from "spd-rag/offline"
import { type RunningServer, type ServeOptions, startServer } from "spd-rag/serve"
import { demoRag, hostile } from "../support/demo-rag"
import { assertAccessible, type PageCheck, textOf, until } from "./check"

/** The status line, once it matches. */
async function waitForStatus(page: Page, pattern: RegExp): Promise<void> {
  await page.locator("#status").filter({ hasText: pattern }).waitFor({ timeout: 120_000 })
}

/** A check of the page of a server. */
function liveCheck(
  name: string,
  options: () => Promise<ServeOptions> | ServeOptions,
  run: (page: Page, server: RunningServer, problems: readonly string[]) => Promise<void>,
): PageCheck {
  return {
    name: `live page: ${name}`,
    async run(page, problems) {
      const server = await startServer(await options())
      try {
        await page.goto(server.url)
        await run(page, server, problems)
      } finally {
        await server.close()
      }
    },
  }
}

async function ask(page: Page, question = "What are the payment terms?"): Promise<void> {
  await page.fill("#question", question)
  await page.click("#ask")
}

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })
const filePicker = "input[type=file]:not([webkitdirectory])"

const rows = (page: Page): Promise<Record<string, string>> =>
  page.$$eval(".grid .body .row", (all) =>
    Object.fromEntries(
      all.map((row) => {
        const [title, ...cells] = [...row.children].map((cell) => cell.textContent)
        return [title ?? "", cells.join("|")]
      }),
    ),
  )

const calls: (() => void)[] = []
let waits = true
const forever = () => new Promise<never>(() => {})

export const liveChecks: readonly PageCheck[] = [
  liveCheck(
    "the matrix fills while agents work, then the answer stands there",
    async () => {
      calls.length = 0
      waits = true
      const { rag } = await demoRag(() => new Promise<void>((go) => (waits ? calls.push(go) : go())))
      return { rag }
    },
    async (page) => {
      await waitForStatus(page, /^7 documents to ask\.$/)
      await ask(page)
      await waitForStatus(page, /Planning how to ask 7 documents/)
      await until(() => calls.length === 1)
      calls.shift()?.()
      // Two agents at a time: both wait for the model, the others for their turn.
      await until(() => calls.length === 2)
      await until(
        async () => Object.values(await rows(page)).filter((row) => row.startsWith("reading")).length === 2,
      )
      assert.equal(Object.values(await rows(page)).filter((row) => row.startsWith("waiting")).length, 5)

      waits = false
      for (const go of calls.splice(0)) go()
      await waitForStatus(page, /^Answered: 5 sources\.$/)
      assert.deepEqual(await rows(page), {
        "Supply contract Acme": "answered|30 days|not found",
        "Supply contract Bolt": "answered|60 days|not found",
        "Supply contract Crane": "answered|90 days|not found",
        "Supply contract Delta": "answered|120 days|not found",
        "Lease of the warehouse": "not found|not found|not found",
        "Supply contract Ellis": "failed|unread|unread",
        [hostile]: `answered|150 days ${hostile}|not found`,
      })
      await page.click(".cite >> nth=1")
      assert.equal(await textOf(page, "aside.source mark"), "The buyer pays within 60 days")
      await page.keyboard.press("Escape")
      const [report] = await Promise.all([page.waitForEvent("download"), page.click(".download")])
      assert.equal(report.suggestedFilename(), "report.html")
    },
  ),
  liveCheck(
    "files of one's own are chosen, asked, asked again, and are there after a reload",
    async () => ({ rag: (await demoRag()).rag, config: offline() }),
    async (page) => {
      await page.check("#set-own")
      await waitForStatus(page, /Choose the files to ask/)
      const files = [
        file("may.txt", "The debt was paid in May."),
        file("no.pdf", "no pdf"),
        file("june.txt", "Nothing."),
      ]
      await page.setInputFiles(filePicker, files)
      await waitForStatus(page, /^2 documents to ask\.$/)
      assert.match(await textOf(page, ".files [data-state=failed]"), /no\.pdf.*PDF/)
      await ask(page, "When was the debt paid?")
      await waitForStatus(page, /^Answered/)
      assert.match(await textOf(page, "#result .answer"), /The debt was paid in May\./)
      await ask(page, "Was a debt paid in May?")
      await page.locator(".asked h2", { hasText: "Was a debt paid in May?" }).waitFor()
      await page.reload()
      await page.check("#set-own")
      await waitForStatus(page, /^2 documents to ask\.$/)
      await page.click("text=Start over")
      await waitForStatus(page, /Choose the files to ask/)
    },
  ),
  liveCheck(
    "files that are sent show how far they are, one by one and together",
    async () => ({ config: offline() }),
    async (page) => {
      // What arrives is held until the page has said that it waits.
      let go = () => {}
      const held = new Promise<void>((resolve) => {
        go = resolve
      })
      await page.route("**/files?*", async (route) => {
        await held
        await route.continue()
      })
      await page.setInputFiles(filePicker, [file("a.txt", "May."), file("b.txt", "June.")])
      await page.locator(".drop p", { hasText: "0 of 2 files read" }).waitFor()
      assert.equal(await page.isVisible(".drop progress"), true)
      assert.match(await textOf(page, ".files li"), /a\.txt(sending|reading)/)
      await assertAccessible(page)
      go()
      await waitForStatus(page, /^2 documents to ask\.$/)
      assert.equal(await page.isVisible(".drop progress"), false)
      assert.equal(await textOf(page, ".drop p"), "2 documents.")
    },
  ),
  liveCheck(
    "a document that holds scripts and tags is shown as text",
    () => demoRag().then(({ rag }) => ({ rag })),
    async (page, _, problems) => {
      await ask(page, `<img src=x onerror="document.title = 'question'">`)
      await waitForStatus(page, /^Answered/)
      for (const part of ["#result .answer", ".sources", ".grid"]) {
        assert.ok((await textOf(page, part)).includes(hostile), `${part} shows the tags as they are written`)
      }
      assert.equal(await page.locator("img, iframe").count(), 0)
      assert.equal(await page.title(), "Ask every document")
      assert.deepEqual(problems, [])
    },
  ),
  liveCheck(
    "Stop, and leaving the page, end the run on the server",
    () => demoRag(forever).then(({ rag }) => ({ rag })),
    async (page, server) => {
      for (const leave of [() => page.click("#stop"), () => page.goto("about:blank")]) {
        await page.goto(server.url)
        await ask(page)
        await until(() => server.running === 1)
        await leave()
        await until(() => server.running === 0)
      }
    },
  ),
  liveCheck(
    "a refusal and a server that is gone are said",
    () => demoRag(forever).then(({ rag }) => ({ rag, maxRuns: 1 })),
    async (page, server) => {
      await page.fill("#question", " \n ")
      await page.click("#ask")
      await page.locator("#status.error", { hasText: "question that is not empty" }).waitFor()
      await ask(page)
      await waitForStatus(page, /Planning/)
      await server.close()
      await page.locator("#status.error", { hasText: "connection broke before" }).waitFor()
      assert.equal(await page.isEnabled("#ask"), true)
    },
  ),
  liveCheck(
    "by the keyboard alone",
    () => demoRag().then(({ rag }) => ({ rag })),
    async (page) => {
      await waitForStatus(page, /^7 documents/)
      await page.keyboard.press("Tab")
      await page.keyboard.type("What are the payment terms?")
      await page.keyboard.press("Enter")
      await waitForStatus(page, /^Answered/)
      await page.focus(".grid")
      await page.keyboard.press("ArrowRight")
      await page.keyboard.press("ArrowRight")
      await page.keyboard.press("Enter")
      assert.equal(await textOf(page, "aside.source mark"), "The buyer pays within 30 days")
      await page.keyboard.press("Escape")
      assert.equal(await page.isHidden("aside.source"), true)
    },
  ),
  liveCheck(
    "axe-core finds nothing: before, while agents work, with an answer",
    async () => {
      let calls = 0
      // The plan is made; then every agent waits for the model, until it is stopped.
      const { rag } = await demoRag(() => (++calls === 1 || calls > 3 ? Promise.resolve() : forever()))
      return { rag, config: offline() }
    },
    async (page) => {
      await waitForStatus(page, /^7 documents/)
      await assertAccessible(page)
      await ask(page)
      await page.locator("[data-status=reading], [data-status=searching]").first().waitFor()
      await assertAccessible(page)
      await page.click("#stop")
      await ask(page)
      await waitForStatus(page, /^Answered/)
      await assertAccessible(page)
      await page.check("#set-own")
      await page.setInputFiles(filePicker, [file("a.txt", "The debt was paid."), file("b.pdf", "no pdf")])
      await waitForStatus(page, /^1 document to ask/)
      await assertAccessible(page)
    },
  ),
  liveCheck(
    "1,000 documents",
    async () => {
      const rag = spdRag(offline())
      const text = (at: number) => `Contract ${at}. The debt of contract ${at} was paid.`
      await rag.add(Array.from({ length: 1000 }, (_, at) => ({ id: `c${at}`, text: text(at) })))
      return { rag }
    },
    async (page) => {
      await waitForStatus(page, /^1,000 documents/)
      await ask(page, "Which debt was paid?")
      await waitForStatus(page, /^Answered/)
      assert.ok((await page.locator(".grid .body .row").count()) < 60)
      await page.$eval(".grid", (grid) => grid.scrollTo(0, 36 * 900))
      await page.locator(".grid [data-row='900']").waitFor()
    },
  ),
]
