import type { Estimate } from "spd-rag"
import { expect } from "vitest"

const figures = ["calls", "inputTokens", "outputTokens", "cost"] as const

/** Whether what was used is within the estimate. */
export function within(
  used: { readonly [figure in (typeof figures)[number]]: number },
  estimate: Pick<Estimate, (typeof figures)[number]>,
  what: string,
) {
  for (const figure of figures) {
    const { least, most } = estimate[figure]
    expect(used[figure], `${what}: ${figure} from ${least} to ${most}`).toBeGreaterThanOrEqual(least - 1e-12)
    expect(used[figure], `${what}: ${figure} from ${least} to ${most}`).toBeLessThanOrEqual(most + 1e-12)
  }
}
