import { builtin } from "../../runtime/builtin"
import { kernelModule } from "../../vectors/kernel/module"

interface OperatingSystem {
  availableParallelism(): number
}

const mostHelpers = 3
/** Multiplications from which on a helper repays its start of some 50 ms: about 0.3 s of one core. */
const leastProducts = 2e9

/** Threads that help with a job of so many multiplications, one less than there are cores, 3 at most. */
export function helperCount(products: number): number {
  if (products < leastProducts || typeof SharedArrayBuffer === "undefined") return 0
  if (kernelModule() === undefined || builtin("node:worker_threads") === undefined) return 0
  const cores = builtin<OperatingSystem>("node:os")?.availableParallelism() ?? 1
  return Math.min(mostHelpers, cores - 1)
}
