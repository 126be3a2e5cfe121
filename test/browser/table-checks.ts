import { strict as assert } from "node:assert"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import type { Page } from "playwright-core"
import type { PageCheck } from "./check"

const root = fileURLToPath(new URL("../../", import.meta.url))
const peer = join(root, "node_modules/@sqlite.org/sqlite-wasm")
const types: { readonly [ending: string]: string } = {
  ".mjs": "text/javascript",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
}

/** A page that imports the library as a module, and SQLite's own files by an import map. */
const html = `<!doctype html><title>Queries</title><script type="importmap">{"imports":{"@sqlite.org/sqlite-wasm":"/sqlite/index.mjs"}}</script>
<script type="module">import { queryRows } from "/library.js"; globalThis.queryRows = queryRows; document.title = "ready"</script>`

/** The library's own code in one file; its peer stays outside, as on a page without a bundler. */
async function library(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: 'export { queryRows } from "./src/tables"', resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: ["@sqlite.org/sqlite-wasm", "@e965/xlsx"],
  })
  return outputFiles[0]!.text
}

async function withPage(page: Page, run: () => Promise<void>): Promise<void> {
  const script = await library()
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname)
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { "content-type": type }).end(body)
    if (path === "/") return send("text/html", html)
    if (path === "/favicon.ico") return response.writeHead(204).end()
    if (path === "/library.js") return send("text/javascript", script)
    const file = path.startsWith("/sqlite/") ? join(peer, path.slice("/sqlite/".length)) : undefined
    const body = file === undefined ? undefined : await readFile(file).catch(() => undefined)
    if (file === undefined || body === undefined) return response.writeHead(404).end()
    return send(types[extname(file)] ?? "application/octet-stream", body)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => document.title === "ready")
    await run()
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const column = { required: false, nullable: true, schema: {} }
const columns = [
  { ...column, name: "law", type: "text" },
  { ...column, name: "cap", type: "number" },
]
const cell = (value: string | number) => ({ status: "found", value, quotes: [] })
const rows = ["Ohio", "Texas", "Ohio"].map((law, at) => ({
  documentId: `d${at}`,
  index: 0,
  status: "answered",
  cells: { law: cell(law), cap: cell(100 * at) },
}))

/** What the page says of one query over contracts: its rows, or the error. */
const asked = (page: Page, sql: string) =>
  page.evaluate(
    async (request) => {
      try {
        // biome-ignore lint/suspicious/noExplicitAny: what the page's module puts there
        const { rows: found, traced } = await (globalThis as any).queryRows(request)
        return { found, traced }
      } catch (error) {
        const { name, reason, limit } = error as Error & { reason?: string; limit?: string }
        return { name, reason, limit }
      }
    },
    { sql, columns, rows },
  )

export const tableChecks: readonly PageCheck[] = [
  {
    name: "tables: a query in a browser gives its rows and the documents behind each",
    run: (page, problems) =>
      withPage(page, async () => {
        assert.deepEqual(
          await asked(page, "SELECT law, COUNT(*), SUM(cap) FROM rows GROUP BY law ORDER BY law"),
          {
            found: [
              { values: ["Ohio", 2, 200], documentIds: ["d0", "d2"], rowIndexes: [0, 2] },
              { values: ["Texas", 1, 100], documentIds: ["d1"], rowIndexes: [1] },
            ],
            traced: true,
          },
        )
        assert.deepEqual(problems, [])
      }),
  },
  {
    name: "tables: in a browser too, a query that writes is refused, and one without end is stopped",
    run: (page) =>
      withPage(page, async () => {
        assert.deepEqual(await asked(page, "DELETE FROM rows"), {
          name: "QueryError",
          reason: "refused",
          limit: undefined,
        })
        const endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
        const { name, reason } = (await asked(page, `${endless} SELECT COUNT(*) FROM c`)) as Record<
          string,
          string
        >
        assert.deepEqual({ name, reason }, { name: "QueryError", reason: "limit" })
      }),
  },
]
