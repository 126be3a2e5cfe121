import type { SpdRagConfig } from "spd-rag"
import { asksByAiSdk, asksByModel, asksOffline, fails } from "./asking"
import { isLeft, yields } from "./yielding"

export interface ScenarioOptions {
  /** Answers any GET; without one, nothing is fetched. */
  readonly url?: string | undefined
  readonly countTokens?: SpdRagConfig["countTokens"]
}

/** What was checked, and for each `ok` or what is wrong. */
export type Report = { readonly [check: string]: string }

/** The library at work, by its public names alone, on whatever runtime this is. */
export async function scenario({ url, countTokens }: ScenarioOptions = {}): Promise<Report> {
  const checks: { readonly [name: string]: () => Promise<unknown> } = {
    "a scripted model answers": () => asksByModel(countTokens),
    "a model of the AI SDK answers": () => asksByAiSdk(countTokens),
    "the offline stages answer": () => asksOffline(countTokens),
    "failures and aborts": () => fails(countTokens),
    "long arithmetic yields": () => yields(url),
    "long arithmetic is left": () => isLeft(),
  }
  const report: Record<string, string> = {}
  for (const [name, check] of Object.entries(checks)) {
    report[name] = await check().then(
      (told) => (typeof told === "string" ? `ok: ${told}` : "ok"),
      (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
    )
  }
  return report
}
