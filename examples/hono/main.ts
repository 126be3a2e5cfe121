import { serve } from "@hono/node-server"
import { exampleApp } from "./app"

// npx tsx examples/hono/main.ts, then:
//   curl -F files=@lease.pdf http://127.0.0.1:3000/documents
//   curl -N http://127.0.0.1:3000/ask -H "content-type: application/json" -d '{"question":"When does it end?"}'
const app = await exampleApp([
  { id: "acme.txt", text: "Supply contract with Acme. The buyer pays within 30 days. Cork applies." },
  { id: "bolt.txt", text: "Supply contract with Bolt. The buyer pays within 60 days. Oslo applies." },
])
const port = Number(process.env.PORT ?? 3000)
const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, ({ port }) => {
  console.log(`Listening at http://127.0.0.1:${port}; the page is at http://127.0.0.1:${port}/live/`)
})
process.once("SIGINT", () => server.close())
