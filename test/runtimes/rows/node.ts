import type { Row } from "../row"
import { programIn, reportOf } from "./programs"

const system = process.platform === "win32" ? "win" : process.platform
const binary = `node-${system}-${process.arch}`

/** The oldest version that package.json allows, and the newest of the lines that are kept up. */
export const nodeRows: readonly Row[] = [
  ["node20", "20.19.0"],
  ["node22", "22.23.3"],
  ["node24", "24.21.0"],
].map(([name, version]) => ({
  name: name!,
  packages: [`${binary}@${version}`],
  async run(context) {
    const node = programIn(context.folder, [`${binary}/bin/node`, `${binary}/bin/node.exe`])
    const commonJs = await reportOf(node, [], context, "cjs")
    const problems = Object.entries(commonJs).filter(([, result]) => !result.startsWith("ok"))
    const report = await reportOf(node, [], context, "mjs")
    return {
      ...report,
      ...Object.fromEntries(problems.map(([name, result]) => [`CommonJS: ${name}`, result])),
    }
  },
}))
