import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { freePort } from "../loopback"
import { run, whileRunning } from "../process"
import type { Row } from "../row"
import type { Report } from "../scenario"

const route = (runtime: "nodejs" | "edge", report: string, imports: string) => `
import { scenario } from "../../scenario.mjs"
${imports}
export const runtime = "${runtime}"
export const dynamic = "force-dynamic"
export async function GET(request) {
  const url = new URL(request.url).searchParams.get("url")
  if (url === null) return new Response("up")
  return Response.json(${report})
}
`

const files: { readonly [path: string]: string } = {
  "next.config.mjs": "export default { turbopack: { root: import.meta.dirname } }",
  "app/layout.js": "export default ({ children }) => <html lang='en'><body>{children}</body></html>",
  "app/page.js": "export default () => <p>A page</p>",
  "app/node/route.js": route(
    "nodejs",
    '{ ...(await scenario({ url })), ...(await filesReport("input")) }',
    'import { filesReport } from "../../files.mjs"',
  ),
  "app/edge/route.js": route("edge", "await scenario({ url })", ""),
}

/** Both of Next's runtimes, by its own bundler. */
export const next: Row = {
  name: "next",
  packages: ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1"],
  async run({ folder, url }) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const command = process.execPath
    const bin = "node_modules/next/dist/bin/next"
    const env = { NEXT_TELEMETRY_DISABLED: "1", CI: "1" }
    await run({ command, args: [bin, "build"], folder, env })
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const args = [bin, "start", "-H", "127.0.0.1", "-p", String(port)]
    return whileRunning({ command, args, folder, env }, address, async () => {
      const report: Record<string, string> = {}
      for (const runtime of ["node", "edge"]) {
        const response = await fetch(`${address}/${runtime}?url=${encodeURIComponent(url)}`)
        if (!response.ok)
          report[runtime] = `It answered ${response.status}: ${(await response.text()).slice(0, 300)}`
        else
          for (const [name, result] of Object.entries((await response.json()) as Report))
            report[`${name}, ${runtime}`] = result
      }
      return report
    })
  },
}
