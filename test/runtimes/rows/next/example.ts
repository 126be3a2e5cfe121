import { strict as assert } from "node:assert"
import { eventsIn } from "../../../http/events"
import { launchChromium } from "../../../support/chromium"
import type { Report } from "../../scenario"

const question = "Within how many days does the buyer pay?"
const told = (check: Promise<void>): Promise<string> => check.then(() => "ok", String)

/** examples/next, running at the address: its routes on both runtimes, and its page in a browser. */
export async function exampleReport(address: string): Promise<Report> {
  return {
    "example, on Node": await told(asksRoute(`${address}/api/ask`)),
    "example, on the edge runtime": await told(asksRoute(`${address}/api/edge`)),
    "example, its page": await told(asksPage(address)),
  }
}

/** Files are asked; words in their place are never read as a path; a file that can't be read is a refusal. */
async function asksRoute(url: string): Promise<void> {
  const form = new FormData()
  form.append("question", question)
  form.append("files", new File(["The buyer pays within 30 days."], "acme.md"))
  form.append("files", new File(["The buyer pays within 60 days."], "bolt", { type: "text/plain" }))
  form.append("files", "package.json")
  const events = eventsIn(await (await fetch(url, { method: "POST", body: form })).text())
  const { answer } = events.at(-1)!.data
  assert.deepEqual(
    answer.citations.map(({ quote }: { quote: string }) => quote),
    ["The buyer pays within 30 days.", "The buyer pays within 60 days."],
  )
  assert.equal(answer.documents.length, 2)

  form.append("files", new File(["no picture"], "a.png"))
  const refused = await fetch(url, { method: "POST", body: form })
  assert.equal(refused.status, 400)
  assert.match(((await refused.json()) as { error: string }).error, /a\.png \(unsupported\)/)
}

async function asksPage(url: string): Promise<void> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(url, { waitUntil: "networkidle" })
    const buffer = Buffer.from("The buyer pays within 30 days.")
    await page.setInputFiles("input[type=file]", [{ name: "acme.txt", mimeType: "text/plain", buffer }])
    await page.fill("input[name=question]", question)
    await page.click("button")
    await page.locator("[role=status]", { hasText: "Answered from 1 documents." }).waitFor()
    assert.equal(await page.textContent("li q"), "The buyer pays within 30 days.")
  } finally {
    await browser.close()
  }
}
