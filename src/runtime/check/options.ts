import { InvalidArgumentError, unshown } from "../../errors"

/**
 * Gives back what an option stands for, its default where it is not given.
 *
 * @param path of the option, for the error: `retrieval.topK`
 * @throws InvalidArgumentError for a value that makes no sense
 */
export type Check<T> = (value: unknown, path: string) => T

/** One check an option: an option without its check does not compile, nor does a check without its option. */
export type Checks<T> = { readonly [K in keyof T]-?: Check<T[K]> }

/** Options with their defaults filled in; those of `Open` have none and may stay undefined. */
export type Filled<T, Open extends keyof T = never> = {
  readonly [K in keyof T]-?: K extends Open ? T[K] : NonNullable<T[K]>
}

/** An option that need not be given. */
export function optional<T>(check: Check<T>): Check<T | undefined>
export function optional<T>(check: Check<T>, byDefault: T): Check<T>
export function optional<T>(check: Check<T>, byDefault?: T): Check<T | undefined> {
  return (value, path) => (value === undefined ? byDefault : check(value, path))
}

/**
 * The options of a function, each checked once and its default filled in; frozen.
 *
 * @param name of the whole, for what is no object and for names that are not known: `options`
 */
export function checkOptions<T extends object>(options: unknown, checks: Checks<T>, name: string): T {
  return read(options, checks, name, "")
}

/** Options inside options; each path begins with the path of the whole. */
export function group<T extends object>(checks: Checks<T>): Check<T> {
  return (value, path) => read(value, checks, path, `${path}.`)
}

/** Data with these fields, and others too; it comes back as it is. */
export function shape<T extends object>(fields: Checks<T>): Check<T> {
  const names = Object.keys(fields) as (keyof T & string)[]
  return (value, path) => {
    if (!isRecord(value)) throw new InvalidArgumentError(path, value, "an object")
    for (const name of names) fields[name](value[name], `${path}.${name}`)
    return value as T
  }
}

export function listOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new InvalidArgumentError(path, value, "an array")
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`)
    return value
  }
}

function read<T extends object>(options: unknown, checks: Checks<T>, name: string, prefix: string): T {
  const known = Object.keys(checks)
  checkKnownOptions(options, known, name)
  const given: Readonly<Record<string, unknown>> = options ?? {}
  const filled = known.map((key) => [key, checks[key as keyof T](given[key], `${prefix}${key}`)])
  return Object.freeze(Object.fromEntries(filled)) as T
}

/** @throws InvalidArgumentError for what is no object, and for the first option of it that is not known */
export function checkKnownOptions(
  options: unknown,
  known: readonly string[],
  name: string,
): asserts options is Readonly<Record<string, unknown>> | undefined {
  if (options === undefined) return
  if (!isRecord(options)) throw new InvalidArgumentError(name, options, "an object")
  const unknown = Object.keys(options).find((key) => !known.includes(key))
  if (unknown === undefined) return
  // Its value may be a key, and what an error says ends up in logs.
  const value = unshown(options[unknown])
  throw new InvalidArgumentError(`${name}.${unknown}`, value, `left out: known are ${known.join(", ")}`)
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
