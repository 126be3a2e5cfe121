/** What a contract suite needs of a test framework; vitest's, Jest's, Bun's and Node's own functions all fit. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>): unknown
}

/** The functions given, else the global ones of a framework that has them. */
export function resolveRunner(given: Partial<TestRunner>): TestRunner {
  const globals = globalThis as Partial<TestRunner>
  const describe = given.describe ?? globals.describe
  const it = given.it ?? globals.it
  if (typeof describe !== "function" || typeof it !== "function") {
    throw new TypeError(
      "Pass the functions `describe` and `it` of your test framework, or turn its globals on.",
    )
  }
  return { describe, it }
}
