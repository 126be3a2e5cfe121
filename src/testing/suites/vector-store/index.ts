import { resolveRunner, type TestRunner } from "../kit/test-runner"
import type { VectorStoreCase, VectorStoreSubject } from "./fixtures"
import { movingCases } from "./moving"
import { nearestCases } from "./nearest"
import { readingCases } from "./reading"
import { refusingCases } from "./refusing"
import { searchingEachCases } from "./searching-each"
import { writingCases } from "./writing"

export type { VectorStoreSubject } from "./fixtures"

/** `describe` and `it` are those of your test framework. @default its global ones */
export type VectorStoreSuiteOptions = VectorStoreSubject & Partial<TestRunner>

/**
 * Holds a store to the contract of `VectorStore`: one test a promise, each on a fresh store.
 *
 * @example
 * import { describe, it } from "vitest"
 * describeVectorStore("my store", { describe, it, create: () => myStore() })
 */
export function describeVectorStore(name: string, options: VectorStoreSuiteOptions): void {
  const { describe, it } = resolveRunner(options)
  describe(`${name} keeps the contract of VectorStore`, () => {
    for (const testCase of vectorStoreCases) {
      if (testCase.needs?.(options) === false) continue
      it(testCase.name, () => runCase(testCase, options))
    }
  })
}

const vectorStoreCases: readonly VectorStoreCase[] = [
  ...readingCases,
  ...searchingEachCases,
  ...nearestCases,
  ...movingCases,
  ...writingCases,
  ...refusingCases,
]

async function runCase(testCase: VectorStoreCase, subject: VectorStoreSubject): Promise<void> {
  const store = await subject.create()
  try {
    await testCase.run(store, subject)
  } finally {
    await subject.dispose?.(store)
  }
}
