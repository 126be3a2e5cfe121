import type { Row } from "../row"
import { programIn, reportOf } from "./programs"

const system = process.platform === "win32" ? "windows" : process.platform
const arch = process.arch === "arm64" ? "aarch64" : process.arch

export const bun: Row = {
  name: "bun",
  packages: ["bun@1.4.5"],
  run(context) {
    const kinds = ["", "-musl"].map((kind) => `@oven/bun-${system}-${arch}${kind}/bin/bun`)
    const program = programIn(context.folder, [...kinds, ...kinds.map((path) => `${path}.exe`)])
    return reportOf(program, ["run"], context, "mjs")
  },
}
