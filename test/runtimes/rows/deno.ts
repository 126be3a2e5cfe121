import type { Row } from "../row"
import { programIn, reportOf } from "./programs"

const places = ["linux-x64-glibc", "linux-arm64-glibc", "darwin-x64", "darwin-arm64"].map(
  (kind) => `${kind}/deno`,
)
const windows = ["win32-x64", "win32-arm64"].map((kind) => `${kind}/deno.exe`)

export const deno: Row = {
  name: "deno",
  packages: ["deno@2.9.6"],
  run(context) {
    const program = programIn(
      context.folder,
      [...places, ...windows].map((place) => `@deno/${place}`),
    )
    // Packages are those that npm installed; nothing is fetched.
    const flags = ["run", "--allow-all", "--node-modules-dir=manual", "--no-remote", "--quiet"]
    return reportOf(program, flags, context, "mjs")
  },
}
