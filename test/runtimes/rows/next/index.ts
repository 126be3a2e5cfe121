import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import manifest from "../../../../examples/next/package.json" with { type: "json" }
import { root } from "../../../package/packed-project"
import { freePort } from "../../loopback"
import { run, whileRunning } from "../../process"
import type { Row } from "../../row"
import type { Report } from "../../scenario"
import { exampleReport } from "./example"

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

const routes: { readonly [path: string]: string } = {
  "app/node/route.js": route(
    "nodejs",
    '{ ...(await scenario({ url })), ...(await filesReport("input")) }',
    'import { filesReport } from "../../files.mjs"',
  ),
  "app/edge/route.js": route("edge", "await scenario({ url })", ""),
}

const { next: version, "spd-rag": _, ...others } = { ...manifest.dependencies, ...manifest.devDependencies }

/** Both of Next's runtimes, by its own bundler: examples/next as it stands, and two routes beside its own. */
export const next: Row = {
  name: "next",
  packages: [`next@${version}`, ...Object.entries(others).map(([name, range]) => `${name}@${range}`)],
  async run({ folder, url }) {
    for (const part of ["app", "lib", "next.config.mjs", "tsconfig.json"])
      cpSync(join(root, "examples/next", part), join(folder, part), { recursive: true })
    for (const [path, text] of Object.entries(routes)) {
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
      const report: Record<string, string> = await exampleReport(address)
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
