import { describe, SpdRagError } from "../../../errors"

/** Assertions without a framework, so that contract suites run under any. */
export function assertTrue(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** Equal as JSON, whatever the order of keys; `undefined` fields count as absent. */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [canonical(actual), canonical(expected)]
  assertTrue(got === wanted, `${what}: expected ${wanted}, got ${got}`)
}

export function assertClose(
  actual: number | undefined,
  expected: number,
  tolerance: number,
  what: string,
): void {
  const close = actual !== undefined && Math.abs(actual - expected) <= tolerance
  assertTrue(close, `${what}: expected ${expected} within ${tolerance}, got ${actual}`)
}

/** The promise rejects with an error of the library of this name. */
export async function assertRejects(promise: Promise<unknown>, name: string, what: string): Promise<void> {
  const outcome = await settle(promise)
  assertTrue(outcome.status === "rejected", `${what}: expected ${name}, but it resolved`)
  const { reason } = outcome
  assertTrue(
    SpdRagError.isInstance(reason) && reason.name === name,
    `${what}: expected ${name}, got ${reason instanceof Error ? `${reason.name}: ${reason.message}` : describe(reason)}`,
  )
}

export async function settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([promise])
  return outcome
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === "object" && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  ) as string
}
