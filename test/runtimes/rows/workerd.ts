import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { freePort } from "../loopback"
import { whileRunning } from "../process"
import type { Row } from "../row"
import type { Report } from "../scenario"
import { programIn } from "./programs"

const worker = `
import { scenario } from "./scenario.mjs"
export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== "/report") return new Response("up")
    return Response.json(await scenario({ url: searchParams.get("url") }))
  },
}
`

/** Each file of the bundle is a module of the worker: the vocabulary too, which is then loaded on first use. */
const config = (files: readonly string[], port: number) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [
${files.map((file) => `    (name = "${file}", esModule = embed "out/${file}"),`).join("\n")}
  ],
  compatibilityDate = "2026-11-01",
);
`

export const workerd: Row = {
  name: "workerd",
  packages: ["workerd@1.20261117.1"],
  async run({ folder, url }) {
    writeFileSync(join(folder, "worker.mjs"), worker)
    await build({
      entryPoints: [join(folder, "worker.mjs")],
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "browser",
      outdir: join(folder, "out"),
      outExtension: { ".js": ".mjs" },
      logLevel: "silent",
    })
    const port = await freePort()
    const files = readdirSync(join(folder, "out")).filter((file) => file !== "worker.mjs")
    writeFileSync(join(folder, "config.capnp"), config(["worker.mjs", ...files], port))
    const kinds = ["linux-64", "linux-arm64", "darwin-64", "darwin-arm64"].map(
      (kind) => `${kind}/bin/workerd`,
    )
    const command = programIn(
      folder,
      [...kinds, "windows-64/bin/workerd.exe"].map((kind) => `@cloudflare/workerd-${kind}`),
    )
    const address = `http://127.0.0.1:${port}`
    return whileRunning({ command, args: ["serve", "config.capnp"], folder }, address, async () => {
      const response = await fetch(`${address}/report?url=${encodeURIComponent(url)}`)
      return (await response.json()) as Report
    })
  },
}
