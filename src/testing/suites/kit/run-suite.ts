import type { PlugCase, PlugSubject } from "./subject"
import { resolveRunner, type TestRunner } from "./test-runner"

export function runSuite<Plug, Subject extends PlugSubject<Plug>>(
  title: string,
  options: Subject & Partial<TestRunner>,
  cases: readonly PlugCase<Plug, Subject>[],
): void {
  const { describe, it } = resolveRunner(options)
  describe(title, () => {
    for (const { name, needs, run } of cases) {
      if (needs?.(options) !== false) it(name, () => run(options))
    }
  })
}
