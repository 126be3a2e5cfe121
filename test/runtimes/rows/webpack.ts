import { writeFileSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../../package.json" with { type: "json" }
import { run } from "../process"
import type { Row } from "../row"
import { reportOfBundle, reportOfFiles, sizesOf } from "./bundles"

/** Runs in the row's folder, where webpack is. An optional peer that is absent is a warning at most: it is asked for in a `try`. */
const building = `
import { join } from "node:path"
import webpack from "webpack"

const config = (name, entry, target) => ({
  mode: "production",
  target,
  entry: { [entry]: "./" + entry + ".mjs" },
  experiments: { outputModule: true },
  performance: false,
  output: {
    path: join(process.cwd(), "out", name),
    filename: "[name].mjs",
    chunkFilename: "[name].mjs",
    module: true,
    library: { type: "module" },
    chunkFormat: "module",
    chunkLoading: "import",
  },
})
const page = ["web", "es2022"]
const peers = ${JSON.stringify(Object.keys(packageJson.peerDependencies))}
const configs = [config("bare", "bare", page), config("page", "scenario", page), config("files", "files", "node20")]
webpack(configs, (error, stats) => {
  if (error) throw error
  for (const { compilation } of stats.stats) {
    const absentPeer = ({ message }) => peers.some((peer) => message.includes("Can't resolve '" + peer))
    const problems = [...compilation.errors, ...compilation.warnings.filter((warning) => !absentPeer(warning))]
    for (const { message } of problems) console.log(compilation.outputOptions.path, message)
    if (problems.length > 0) process.exitCode = 1
  }
})
`

export const webpack: Row = {
  name: "webpack",
  packages: ["webpack@5.113.0"],
  async run(context) {
    const { folder } = context
    writeFileSync(join(folder, "bare.mjs"), 'export { spdRag } from "spd-rag"')
    writeFileSync(join(folder, "build.mjs"), building)
    await run({ command: process.execPath, args: ["build.mjs"], folder })
    const out = (path: string) => join(folder, "out", path)
    return {
      ...(await reportOfBundle(context, out("page/scenario.mjs"), { ownCounter: false })),
      ...(await reportOfFiles(context, out("files/files.mjs"))),
      "spdRag in a browser": sizesOf(out("bare"), true),
    }
  },
}
