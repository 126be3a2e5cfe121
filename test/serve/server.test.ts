import { createServer, request as nodeRequest } from "node:http"
import type { AddressInfo } from "node:net"
import { Hono } from "hono"
import { InvalidArgumentError, spdRag } from "spd-rag"
import { offline } from "spd-rag/offline"
import { createApp, type RunningServer, ServeError, type ServeOptions, startServer } from "spd-rag/serve"
import { afterEach, describe, expect, it } from "vitest"
import { eventsIn, readerOf } from "../http/events"
import { demoDocuments, demoRag } from "../support/demo-rag"

let server: RunningServer | undefined
afterEach(() => server?.close())

async function start(options: ServeOptions): Promise<string> {
  server = await startServer(options)
  return `${server.url}/api`
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })

async function startRun(api: string, question: string, set?: string): Promise<string> {
  const response = await post(`${api}/runs`, { question, set })
  const { run, error } = (await response.json()) as { run?: string; error?: { message: string } }
  if (run === undefined) throw new Error(error?.message)
  return run
}

const eventsOf = async (api: string, run: string) =>
  eventsIn(await (await fetch(`${api}/runs/${run}/events`)).text())

async function newSet(api: string): Promise<string> {
  return ((await (await post(`${api}/sets`, "")).json()) as { set: string }).set
}

const put = (api: string, set: string, name: string, body: string) =>
  fetch(`${api}/sets/${set}/files?name=${encodeURIComponent(name)}`, { method: "PUT", body })

/** Holds every model call until it is opened. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { wait: () => opened, open: () => open() }
}

describe("asking", () => {
  it("answers a question as events, with what each agent found, and the report at the end", async () => {
    const { rag } = await demoRag()
    const api = await start({ rag })
    const run = await startRun(api, "What are the payment terms?")
    const events = await eventsOf(api, run)
    const acme = events.find(({ name, data }) => name === "agent-end" && data.documentId === "acme.txt")!
    expect(acme.data.answers[0]).toMatchObject({ found: true, answer: "30 days" })
    expect(acme.data.outcome).toBeUndefined()
    const { report } = events.at(-1)!.data
    expect(report.text).toMatch(/^The buyer pays within 30 days \[1\]\./)
    expect(report.documents).toHaveLength(demoDocuments.length)
    expect(report.documents[0].slices[0].text).toContain("The buyer pays within")

    const file = await fetch(`${api}/runs/${run}/report`)
    expect(file.headers.get("content-disposition")).toContain("attachment")
    expect(await file.text()).toContain("default-src 'none'")
  })

  it("goes on where a client was whose connection broke", async () => {
    const held = gate()
    const { rag } = await demoRag(held.wait)
    const api = await start({ rag })
    const run = await startRun(api, "What are the payment terms?")
    const reader = readerOf(await fetch(`${api}/runs/${run}/events`))
    await reader.until("plan-start")
    await reader.leave()
    held.open()
    const again = await fetch(`${api}/runs/${run}/events`, { headers: { "last-event-id": "2" } })
    const events = eventsIn(await again.text())
    expect([events[0]!.id, events.at(-1)!.name]).toEqual([3, "run-end"])
  })

  it("ends a run that is stopped, and one whose page has left", async () => {
    const { rag, llm } = await demoRag(() => new Promise(() => {}))
    const api = await start({ rag, graceMs: 0 })
    const stopped = await startRun(api, "What are the payment terms?")
    const events = fetch(`${api}/runs/${stopped}/events`)
    await expect.poll(() => llm.calls.length).toBe(1)
    expect((await fetch(`${api}/runs/${stopped}`, { method: "DELETE" })).status).toBe(204)
    await (await events).text()
    expect([server!.running, llm.calls[0]!.signal?.aborted]).toEqual([0, true])

    const left = await startRun(api, "And now?")
    const reader = readerOf(await fetch(`${api}/runs/${left}/events`))
    await reader.until("plan-start")
    await reader.leave()
    await expect.poll(() => server!.running).toBe(0)
  })

  it("refuses one question too many", async () => {
    const { rag } = await demoRag(() => new Promise(() => {}))
    const api = await start({ rag, maxRuns: 1 })
    await startRun(api, "What are the payment terms?")
    const refused = await post(`${api}/runs`, { question: "Another?" })
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: { message: "Too many questions at once. Try again in a moment." } },
    ])
  })

  it("tells a run's failure as its last event", async () => {
    const api = await start({ rag: spdRag(offline()) })
    const events = await eventsOf(api, await startRun(api, "What is said?"))
    expect(events.at(-1)).toMatchObject({
      name: "run-error",
      data: { error: { message: expect.any(String) } },
    })
  })

  it.each([
    ["an empty question", '{"question":" "}', {}, 400],
    ["no JSON", "question=1", {}, 400],
    ["another type, as forms of other sites send it", "{}", { "content-type": "text/plain" }, 415],
    ["a question of a megabyte", { question: "x".repeat(1e6) }, {}, 413],
    ["a set that is not there", { question: "?", set: "nothing" }, {}, 404],
  ])("refuses %s", async (_, body, headers, status) => {
    const api = await start({ rag: spdRag(offline()) })
    const response = await post(`${api}/runs`, body, headers as Record<string, string>)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: { message: expect.any(String) } })
  })
})

describe("files of visitors", () => {
  it("are asked by their visitor alone, and not together with the server's", async () => {
    const rag = spdRag(offline())
    await rag.add([{ id: "server.txt", text: "The debt of the server was paid." }])
    const api = await start({ rag, config: offline() })
    const [mine, other] = [await newSet(api), await newSet(api)]
    await put(api, mine, "letters/mine.txt", "My debt was paid in May.")
    await put(api, other, "other.txt", "The debt of another was paid in June.")
    for (const [set, documentId, text] of [
      [mine, "letters/mine.txt", "May"],
      [other, "other.txt", "June"],
      [undefined, "server.txt", "server"],
    ] as const) {
      const { report } = (await eventsOf(api, await startRun(api, "Which debt was paid?", set))).at(-1)!.data
      expect(report.documents.map(({ id }: { id: string }) => id)).toEqual([documentId])
      expect(report.text).toContain(text)
    }
  })

  it("are gone with their set, and its answers too", async () => {
    const api = await start({ config: offline() })
    const set = await newSet(api)
    await put(api, set, "a.txt", "The debt was paid.")
    const run = await startRun(api, "Was the debt paid?", set)
    await eventsOf(api, run)
    await fetch(`${api}/sets/${set}`, { method: "DELETE" })
    for (const path of [`sets/${set}`, `runs/${run}/events`, `runs/${run}/report`]) {
      expect((await fetch(`${api}/${path}`)).status, path).toBe(404)
    }
  })

  it("are read as their endings say, replaced by name, and say why one can't be read", async () => {
    const api = await start({ config: offline() })
    const set = await newSet(api)
    const added = await (await put(api, set, "../../a.md", "# Title\n\nOld.")).json()
    expect(added).toEqual({ documents: [{ id: "a.md", title: expect.any(String) }] })
    await put(api, set, "a.md", "# Title\n\nNew.")
    const listed = (await (await fetch(`${api}/sets/${set}`)).json()) as { documents: unknown[] }
    expect(listed.documents).toHaveLength(1)
    const problems = []
    for (const [name, body] of [
      ["a.pdf", "no pdf"],
      ["a.exe", "x"],
      ["a", "x"],
      ["b.txt", ""],
    ] as const) {
      problems.push(((await (await put(api, set, name, body)).json()) as { problem: string }).problem)
    }
    expect(problems.every((problem) => /^[A-Z].*\.$/.test(problem))).toBe(true)
    expect(problems.join()).not.toContain("spd-rag-serve-")
  })

  it("are bounded one by one, together, and in sets", async () => {
    const api = await start({ config: offline(), maxFileBytes: 100, maxSetBytes: 150, maxSets: 1 })
    const set = await newSet(api)
    const status = async (name: string, bytes: number) =>
      (await put(api, set, name, "x".repeat(bytes))).status
    expect(await status("a.txt", 101)).toBe(413)
    // A file that takes the place of another counts once.
    expect([await status("a.txt", 90), await status("a.txt", 90)]).toEqual([200, 200])
    expect([await status("b.txt", 61), await status("b.txt", 60)]).toEqual([413, 200])
    expect((await post(`${api}/sets`, "")).status).toBe(503)
    // Without a length that is told before.
    let pieces = 0
    const body = new ReadableStream({
      pull(controller) {
        if (++pieces > 10) controller.close()
        else controller.enqueue(new Uint8Array(60))
      },
    })
    const untold = await fetch(`${api}/sets/${set}/files?name=b.txt`, {
      method: "PUT",
      body,
      duplex: "half",
    } as RequestInit)
    expect(untold.status).toBe(413)
  })

  it("make room when nobody used them for an hour", async () => {
    let now = 0
    const clock = { now: () => now, sleep: () => new Promise<void>(() => {}) }
    const api = await start({ config: offline(), maxSets: 1, clock })
    const first = await newSet(api)
    now = 3_600_001
    expect(await newSet(api)).not.toBe(first)
    expect((await fetch(`${api}/sets/${first}`)).status).toBe(404)
  })

  it("are not taken where there is no config for them", async () => {
    const api = await start({ rag: spdRag(offline()) })
    expect((await post(`${api}/sets`, "")).status).toBe(404)
  })
})

describe("other sites", () => {
  /** As a browser would send it: fetch sets no Host of its own. */
  function ask(method: string, path: string, headers: Record<string, string>): Promise<number> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(server!.url)
      const sent = nodeRequest({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
      sent.on("error", reject)
      sent.end(method === "POST" ? '{"question":"?"}' : undefined)
    })
  }
  const type = { "content-type": "application/json" }

  it.each([
    ["GET", "/", { host: "evil.example" }, 421],
    ["POST", "/api/runs", { ...type, host: "evil.example:80" }, 421],
    ["POST", "/api/runs", { ...type, origin: "https://evil.example" }, 403],
    ["POST", "/api/runs", { ...type, origin: "null" }, 403],
    ["POST", "/api/runs", { ...type, "sec-fetch-site": "cross-site" }, 403],
    ["GET", "/api/sets/shared", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }, 403],
    ["GET", "/", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, 200],
    ["GET", "/", { host: "localhost" }, 200],
    ["POST", "/api/sets", {}, 201],
  ])("%s %s with %o is answered as it should", async (method, path, headers, status) => {
    await start({ rag: spdRag(offline()), config: offline() })
    expect(await ask(method, path, headers)).toBe(status)
  })

  it("may not frame the page, and the page may ask its own server alone", async () => {
    await start({ rag: spdRag(offline()) })
    const response = await fetch(server!.url)
    expect(response.headers.get("x-frame-options")).toBe("DENY")
    expect(await response.text()).toMatch(
      /default-src 'none'; script-src 'sha256-[^']+'; .*connect-src 'self'/,
    )
    for (const path of ["/server.ts", "/../package.json", "/api", "/api/runs", "/api/runs/x/events"]) {
      expect((await fetch(server!.url + path)).status, path).toBe(404)
    }
  })
})

describe("starting and mounting", () => {
  it("says in one sentence that a port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => other.once("listening", resolve))
    const { port } = other.address() as AddressInfo
    try {
      const failed = startServer({ rag: spdRag(offline()), port })
      await expect(failed).rejects.toThrow(
        `Port ${port} is in use by another program: choose another \`port\`.`,
      )
      await expect(failed).rejects.toBeInstanceOf(ServeError)
      await expect(failed).rejects.toMatchObject({ reason: "port-in-use", port })
    } finally {
      other.close()
    }
  })

  it("listens on the loopback address, and closes with what is under way", async () => {
    const { rag, llm } = await demoRag(() => new Promise(() => {}))
    const api = await start({ rag })
    expect(api).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/)
    await startRun(api, "What are the payment terms?")
    await expect.poll(() => llm.calls.length).toBe(1)
    await server!.close()
    expect(llm.calls[0]!.signal?.aborted).toBe(true)
    await expect(fetch(api)).rejects.toThrow()
  })

  it("stands in an app of Hono", async () => {
    const { rag } = await demoRag()
    const app = createApp({ rag, hosts: ["app.example"] })
    const hono = new Hono().mount("/documents", app.fetch)
    const page = await hono.request("http://app.example/documents/")
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    const started = await hono.request("http://app.example/documents/api/runs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"question":"What are the payment terms?"}',
    })
    const { run } = (await started.json()) as { run: string }
    const events = await hono.request(`http://app.example/documents/api/runs/${run}/events`)
    expect(eventsIn(await events.text()).at(-1)!.name).toBe("run-end")
  })

  it.each([
    [{}, "options"],
    [{ rag: {} }, "rag"],
    [{ config: { ...offline(), vectorStore: {} } }, "config.vectorStore"],
    [{ config: { concurrency: 0, ...offline() } }, "concurrency"],
    [{ config: offline(), port: 70_000 }, "port"],
    [{ config: offline(), hosts: [""] }, "hosts[0]"],
    [{ config: offline(), hots: [] }, "options.hots"],
  ])("names what is wrong: %#", async (options, argument) => {
    await expect(startServer(options as never)).rejects.toSatisfy(
      (error) => error instanceof InvalidArgumentError && error.argument === argument,
    )
  })
})
