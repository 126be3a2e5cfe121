/** The report of 1,000 documents by 10 tasks in Chromium: opened, and scrolled. Run by `npm run bench -- report`. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { CDPSession, Page } from "playwright-core"
import { renderReport } from "spd-rag/report"
import { answerOf } from "../report/subjects"
import { launchChromium } from "../support/chromium"

const rounds = 5
const steps = 60

// What runs in the page is text: what tsx makes of functions asks for helpers that a page has not.
/** Notes when the first row of the matrix is painted, and the longest task. */
const watch = `
  globalThis.longestMs = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
  }).observe({ type: "longtask" })
  const whenThere = new MutationObserver(() => {
    if (document.querySelector(".grid [data-row='0']") === null) return
    whenThere.disconnect()
    requestAnimationFrame(() => setTimeout(() => { globalThis.matrixMs = performance.now() }))
  })
  whenThere.observe(document, { childList: true, subtree: true })`

/** Milliseconds from one frame to the next while the matrix, or the whole page, is scrolled from its top to its end. */
const scroll = (element: string) => `(async () => {
  const target = ${element}
  const most = target.scrollHeight - target.clientHeight
  const frame = () => new Promise(requestAnimationFrame)
  longestMs = 0
  let last = await frame()
  const frames = []
  for (let step = 1; step <= ${steps}; step++) {
    target.scrollTo(0, (most * step) / ${steps})
    const now = await frame()
    frames.push(now - last)
    last = now
  }
  frames.sort((a, b) => a - b)
  return { median: frames[${steps / 2}], worst: frames.at(-1), longest: longestMs, atEnd: target.scrollTop >= most - 1 }
})()`

const opened = async (page: Page, url: string) => {
  await page.addInitScript(watch)
  await page.goto(url)
  await page.waitForFunction("globalThis.matrixMs !== undefined")
  return page.evaluate<{ firstMs: number; matrixMs: number; longestMs: number }>(`({
    firstMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0, matrixMs, longestMs })`)
}

/** Milliseconds of the processor that the page's main thread has used: script, style, layout, and what it draws. */
async function processorMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics")
  return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0)
}

const list = (numbers: readonly number[]) => numbers.map((number) => Math.round(number)).join(", ")

const start = performance.now()
const html = renderReport(answerOf(1000, 10))
console.log(
  `rendered in ${Math.round(performance.now() - start)} ms: ${(html.length / 1e6).toFixed(1)} MB of HTML`,
)
const folder = mkdtempSync(join(tmpdir(), "spd-rag-report-"))
const browser = await launchChromium()
try {
  const path = join(folder, "report.html")
  writeFileSync(path, html)
  for (let round = 0; round < rounds; round++) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await session.send("Performance.enable", { timeDomain: "threadTicks" })
    const { firstMs, matrixMs, longestMs } = await opened(page, pathToFileURL(path).href)
    console.log(
      `opened: first paint after ${Math.round(firstMs)} ms, the matrix after ${Math.round(matrixMs)}, longest task ${Math.round(longestMs)}, processor ${list([await processorMs(session)])} ms`,
    )
    for (const [name, element] of [
      ["matrix", 'document.querySelector(".grid")'],
      ["page", "document.scrollingElement"],
    ] as const) {
      await page.evaluate('document.querySelector(".grid").scrollIntoView()')
      const before = await processorMs(session)
      const { median, worst, longest, atEnd } = await page.evaluate<{
        median: number
        worst: number
        longest: number
        atEnd: boolean
      }>(scroll(element))
      console.log(
        `scrolled the ${name} ${atEnd ? "to its end" : "NOT to its end"} in ${steps} frames: median, worst, longest task ${list([median, worst, longest])} ms, processor ${list([((await processorMs(session)) - before) / steps])} ms a frame`,
      )
    }
    await page.close()
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
