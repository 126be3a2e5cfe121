import type { JSONValue } from "../../contracts"

/** A value as a reader sees it. */
export function valueText(value: JSONValue): string {
  if (value === null) return ""
  if (typeof value === "boolean") return value ? "yes" : "no"
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
