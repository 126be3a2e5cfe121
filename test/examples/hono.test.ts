import { beforeAll, describe, expect, it } from "vitest"
import { exampleApp } from "../../examples/hono/app"
import { eventsIn } from "../http/events"

let app: Awaited<ReturnType<typeof exampleApp>>
beforeAll(async () => {
  app = await exampleApp([{ id: "acme.txt", text: "The buyer pays within 30 days." }], ["app.example"])
})

const ask = (question: string) =>
  app.request("/ask", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question }),
  })

describe("the example for Hono", () => {
  it("takes files of a form, tells what it can't read, and takes no path", async () => {
    const form = new FormData()
    form.append("files", new File(["<p>The buyer pays within 90 days."], "crane.html"))
    form.append("files", new File(["no pdf"], "no.pdf"))
    form.append("files", "package.json")
    const response = await app.request("/documents", { method: "POST", body: form })
    expect(await response.json()).toEqual({
      documents: ["crane.html"],
      failures: [expect.stringContaining("no.pdf: ")],
    })
    const empty = await app.request("/documents", { method: "POST", body: new FormData() })
    expect(await empty.json()).toEqual({ documents: [], failures: [] })
  })

  it("streams an answer from all of them", async () => {
    const events = eventsIn(await (await ask("Within how many days does the buyer pay?")).text())
    expect(events.at(-1)!.name).toBe("run-end")
    expect(
      events.at(-1)!.data.answer.citations.map(({ documentId }: { documentId: string }) => documentId),
    ).toEqual(["acme.txt", "crane.html"])
  })

  it("says what is wrong with a question", async () => {
    const response = await ask("")
    expect(response.status).toBe(200)
    expect(eventsIn(await response.text()).at(-1)).toMatchObject({
      name: "run-error",
      data: { error: { name: "InvalidArgumentError" } },
    })
  })

  it("has the live page", async () => {
    const page = await app.request("http://app.example/live/")
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  })
})
