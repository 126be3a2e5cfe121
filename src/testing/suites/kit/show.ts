/** Everything that printing `value` may show: its text, its JSON and every property it holds, hidden ones too. */
export function show(value: unknown, inspect: ((value: unknown) => string) | undefined): string {
  const lines: string[] = [inspect?.(value) ?? ""]
  collect(value, lines, new Set())
  return lines.join("\n")
}

function collect(value: unknown, lines: string[], seen: Set<unknown>): void {
  if (typeof value === "string") lines.push(value)
  if (typeof value !== "object" || value === null || seen.has(value)) return
  seen.add(value)
  attempt(() => lines.push(String(value)))
  attempt(() => lines.push(JSON.stringify(value) ?? ""))
  for (const key of Reflect.ownKeys(value)) {
    lines.push(String(key))
    attempt(() => collect(Reflect.get(value, key), lines, seen))
  }
}

/** What can't be printed shows nothing. */
function attempt(print: () => void): void {
  try {
    print()
  } catch {
    // A getter that throws, an object without a prototype, a value that can't be JSON.
  }
}
