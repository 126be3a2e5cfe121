import { launchChromium } from "../support/chromium"
import { filesChecks } from "./files-checks"
import { liveChecks } from "./live-checks"
import { reportChecks } from "./report-checks"
import { tableChecks } from "./table-checks"

// npm run test:browser [-- FOLDER]: the pages, and queries over tables, in headless Chromium; with a folder, a picture of the page after each check.
const pictures = process.argv[2]

const browser = await launchChromium()
try {
  for (const [index, { name, run }] of [
    ...reportChecks,
    ...tableChecks,
    ...liveChecks,
    ...filesChecks,
  ].entries()) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    const problems: string[] = []
    page.on("pageerror", (error) => problems.push(error.message))
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()))
    page.on("dialog", (dialog) => dialog.dismiss())
    try {
      await run(page, problems)
      console.log(`ok   ${name}`)
    } catch (error) {
      process.exitCode = 1
      console.error(`FAIL ${name}\n${error instanceof Error ? error.message : error}`)
      for (const problem of problems) console.error(`     the page: ${problem}`)
    }
    if (pictures !== undefined)
      await page.screenshot({ path: `${pictures}/page-${index + 1}.png`, fullPage: true })
    await page.close()
  }
} finally {
  await browser.close()
}
