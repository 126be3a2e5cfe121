import type { TokenUsage } from "../contracts"

/** What a plug reported, where it is a report: numbers from 0 up. Anything else is none, and the figures a lower bound. */
export function reportedUsage(usage: unknown): TokenUsage | undefined {
  if (typeof usage !== "object" || usage === null) return undefined
  const { inputTokens, outputTokens, cachedInputTokens = 0, billedUnits = 0 } = usage as Partial<TokenUsage>
  const counts = [inputTokens, outputTokens, cachedInputTokens, billedUnits]
  const good = counts.every((count) => Number.isFinite(count) && (count as number) >= 0)
  return good && cachedInputTokens <= inputTokens! ? (usage as TokenUsage) : undefined
}
