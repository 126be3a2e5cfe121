export const count = (value: number): string => value.toLocaleString("en-US")

/** `1 file`, `2 files`. */
export const plural = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? "" : "s"}`

export const seconds = (durationMs: number): string => `${(durationMs / 1_000).toFixed(1)} s`

/** Prices of the command are in US dollars. */
export const dollars = (cost: number): string =>
  `$${cost > 0 && cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`

/** The first of a list, and how many more there are. */
export function firstOf(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(", ")
  return items.length > most ? `${shown} and ${count(items.length - most)} more` : shown
}
