/**
 * Milliseconds to wait by a `Retry-After` header (RFC 9110, section 10.2.3): seconds, also fractions, or an HTTP
 * date. Undefined for anything else and for negative seconds; a date in the past is 0.
 */
export function parseRetryAfter(header: string | null | undefined, epochMs: number): number | undefined {
  const value = header?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000)
  // HTTP dates start with a day's name; anything looser, such as "-5", would be read as a year.
  if (!/^[A-Za-z]{3,9},? /.test(value)) return undefined
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - epochMs)
}
