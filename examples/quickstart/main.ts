import { quickstart } from "./quickstart"

const controller = new AbortController()
process.once("SIGINT", () => controller.abort(new Error("Interrupted.")))

try {
  const result = await quickstart(process.argv.slice(2), process.stdout, process.stderr, controller.signal)
  process.exitCode = result.exitCode
} catch (error) {
  if (error !== controller.signal.reason) throw error
  process.exitCode = 130
}
