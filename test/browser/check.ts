import { strict as assert } from "node:assert"
import axe from "axe-core"
import type { Page } from "playwright-core"

export interface PageCheck {
  readonly name: string
  /** `problems` collects what the page reported by itself: errors, and text that ran as a script. */
  run(page: Page, problems: readonly string[]): Promise<void>
}

export const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.textContent(selector)) ?? ""

/** What axe-core finds wrong, in both colour schemes. */
export async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    // The page's own policy lets no other script in; this one comes from the debugger.
    await page.evaluate(axe.source)
    const violations = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: what axe-core puts there
      const { violations } = await (globalThis as any).axe.run(document, { resultTypes: ["violations"] })
      return violations.map(
        ({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
          [id, ...nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`)].join(
            "\n",
          ),
      )
    })
    assert.deepEqual(violations, [], `axe-core, ${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Looks again at each turn of the event loop, for two minutes. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not in two minutes: ${holds}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
