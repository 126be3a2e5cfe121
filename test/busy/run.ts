/**
 * `npm run test:busy -- 10`: the tests so many times in a row (10 by default) beside four loops that never wait; ends at
 * the first run that fails.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"

const LOOPS = 4
const runs = Number(process.argv[2] ?? 10)
if (!Number.isInteger(runs) || runs < 1) {
  console.error(`Runs: expected a whole number from 1, got ${process.argv[2]}.`)
  process.exit(2)
}

const loops: readonly ChildProcess[] = Array.from({ length: LOOPS }, () =>
  spawn(process.execPath, ["-e", "for (;;) {}"], { stdio: "ignore" }),
)
const endLoops = () => {
  for (const loop of loops) loop.kill("SIGKILL")
}
process.on("exit", endLoops)
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1))

for (let run = 1; run <= runs; run += 1) {
  const startedAt = Date.now()
  const [code] = await once(spawn("npm", ["test"], { stdio: "inherit" }), "exit")
  console.log(`run ${run} of ${runs}: exit ${code}, ${Math.round((Date.now() - startedAt) / 1000)} s`)
  if (code !== 0) process.exit(1)
}
endLoops()
