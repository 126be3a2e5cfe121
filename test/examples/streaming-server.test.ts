import { spdRag } from "spd-rag"
import { offline } from "spd-rag/offline"
import { afterEach, describe, expect, it } from "vitest"
import {
  type StreamingServer,
  type StreamingServerOptions,
  startStreamingServer,
} from "../../examples/streaming/server"
import { demoDocuments, demoRag } from "./demo-rag"

let server: StreamingServer | undefined
afterEach(() => server?.close())

async function start(options: StreamingServerOptions): Promise<StreamingServer> {
  server = await startStreamingServer(options)
  return server
}

function ask(url: string, question: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/ask`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question }),
    signal: signal ?? null,
  })
}

interface Received {
  readonly id: number
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: events as they came
  readonly data: any
}

function eventsOf(text: string): Received[] {
  return [...text.matchAll(/^id: (\d+)\nevent: (.+)\ndata: (.+)\n\n/gm)].map(
    ([, id, name = "", data = ""]) => {
      return { id: Number(id), name, data: JSON.parse(data) }
    },
  )
}

/** Holds every model call until it is opened. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { wait: () => opened, open: () => open() }
}

describe("the streaming server", () => {
  it("sends the events of a run in their order, numbered from 1, and the answer last", async () => {
    const { rag } = await demoRag()
    const { url } = await start({ rag })
    const response = await ask(url, "What are the payment terms?")
    expect(response.headers.get("content-type")).toContain("text/event-stream")
    const events = eventsOf(await response.text())

    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1))
    expect(events.every(({ name, data }) => data.type === name)).toBe(true)
    const names = events.map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(["run-start", "plan-start", "plan-end"])
    for (const { id } of demoDocuments) {
      const own = events.filter(({ data }) => data.documentId === id).map(({ name }) => name)
      const between = id === "broken.txt" ? ["agent-error"] : ["search-start", "search-end"]
      expect(own).toEqual(["agent-start", ...between, "agent-end"])
    }
    expect(names.lastIndexOf("agent-end")).toBeLessThan(names.indexOf("answer-delta"))

    const { answer } = events.at(-1)!.data
    expect(names.at(-1)).toBe("run-end")
    const written = events.filter(({ name }) => name === "answer-delta").map(({ data }) => data.text)
    expect(written.length).toBeGreaterThan(3)
    expect(written.join("")).toBe(answer.text)
    const outcomes = answer.documents.map((one: { documentId: string; status: string }) => {
      return [one.documentId, one.status]
    })
    expect(Object.fromEntries(outcomes)).toEqual({
      "acme.txt": "answered",
      "bolt.txt": "answered",
      "crane.txt": "answered",
      "delta.txt": "answered",
      "hostile.txt": "answered",
      "lease.txt": "not-found",
      "broken.txt": "failed",
    })
  })

  it("calls no model any more when the client has left", async () => {
    const held = gate()
    const { rag, llm } = await demoRag(held.wait)
    const { url, runs } = await start({ rag })
    const client = new AbortController()
    const response = await ask(url, "What are the payment terms?", client.signal)
    await expect.poll(() => llm.calls.length).toBe(1)
    expect(runs()).toBe(1)

    client.abort()
    await expect(response.text()).rejects.toThrow()
    await expect.poll(runs).toBe(0)
    held.open()
    // A question that follows is answered whole, so that calls of the first one would have come before.
    const next = eventsOf(await (await ask(url, "And the discounts?")).text())
    expect(next.at(-1)?.name).toBe("run-end")
    expect(llm.calls).toHaveLength(1 + next.at(-1)!.data.answer.usage.calls - embeddingCalls(next))
  })

  it("keeps a quiet connection with comments, and refuses one question too many", async () => {
    const held = gate()
    const { rag } = await demoRag(held.wait)
    const { url } = await start({ rag, heartbeatMs: 5, maxRuns: 1 })
    const response = await ask(url, "What are the payment terms?")
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ""
    while (text.split(": still here\n\n").length < 4) text += (await reader.read()).value
    const refused = await ask(url, "Another one?")
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: { message: "Too many questions at once. Try again in a moment." } },
    ])
    held.open()
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value
    expect(eventsOf(text.replaceAll(": still here\n\n", "")).at(-1)?.name).toBe("run-end")
  })

  it("tells a run's failure as its last event", async () => {
    const { url } = await start({ rag: spdRag(offline()) })
    const events = eventsOf(await (await ask(url, "What is said?")).text())
    expect(events.at(-1)).toMatchObject({
      name: "run-error",
      data: { error: { message: expect.any(String) } },
    })
    expect(events.filter(({ name }) => name === "run-error")).toHaveLength(1)
  })

  it.each([
    ["an empty question", { body: '{"question":" "}' }, 400],
    ["no JSON", { body: "question=1" }, 400],
    ["another type, as forms of other sites send it", { headers: { "content-type": "text/plain" } }, 415],
    ["a question of a megabyte", { body: JSON.stringify({ question: "x".repeat(1e6) }) }, 413],
  ])("refuses %s", async (_, change, status) => {
    const { url } = await start({ rag: spdRag(offline()) })
    const headers = { "content-type": "application/json" }
    const response = await fetch(`${url}/ask`, {
      method: "POST",
      headers,
      body: '{"question":"?"}',
      ...change,
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: { message: expect.any(String) } })
  })

  it("serves the page, its parts and the list of documents, and nothing else", async () => {
    const { rag } = await demoRag()
    const { url } = await start({ rag })
    const page = await fetch(url)
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'")
    const parts = [...(await page.text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => path!)
    expect(parts).toEqual(["/page.css", "/page.js"])
    for (const path of parts) expect((await fetch(url + path)).status).toBe(200)
    expect(await (await fetch(`${url}/documents`)).json()).toHaveLength(demoDocuments.length)
    for (const path of ["/server.ts", "/../package.json", "/ask"]) {
      expect((await fetch(url + path)).status).toBe(404)
    }
  })
})

/** Calls of a run that went to the embedder. */
function embeddingCalls(events: readonly Received[]): number {
  return events.at(-1)!.data.answer.usage.byModel["fake-embedder"].calls
}
