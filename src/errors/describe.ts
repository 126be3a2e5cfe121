/** Stands for a value that must not be shown, for example since it may be a key. */
export function unshown(value: unknown): symbol {
  return Symbol(`${typeof value === "object" ? "an object" : `a ${typeof value}`} that is not shown`)
}

/** A short, one-line form of any value for messages: strings cut at 60 characters, objects by their type. */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    const short = value.length > 60 ? `${value.slice(0, 57)}...` : value
    return `${JSON.stringify(short.toWellFormed())} (string of ${value.length})`
  }
  if (typeof value === "number" || typeof value === "boolean" || value === null || value === undefined) {
    return `${String(value)}${value == null ? "" : ` (${typeof value})`}`
  }
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === "symbol") return value.description ?? "a symbol"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

/** The kind of a failure. */
export function nameOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.name) : "Error"
  } catch {
    return "Error"
  }
}

export function messageOf(error: unknown): string {
  // An error of a plug may be any value, with getters that throw.
  try {
    return error instanceof Error ? String(error.message) : String(error)
  } catch {
    return "an error that can't be read"
  }
}

/** A form of any value that can be kept in an error: strings cut at 200 characters, what is no plain data described. */
export function summary(value: unknown): unknown {
  if (typeof value === "string") return value.length > 200 ? `${value.slice(0, 197)}...` : value
  // Anything that is no plain data is described, so that errors can be sent elsewhere.
  const isPlain = value === null || ["number", "boolean", "undefined"].includes(typeof value)
  return isPlain ? value : describe(value)
}
