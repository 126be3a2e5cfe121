import { InvalidArgumentError } from "../../errors"
import type { Check } from "./options"

/** @param expected completes "Expected `option` to be ..." */
export function valueThat<T>(expected: string, holds: (value: unknown) => boolean): Check<T> {
  return (value, path) => {
    if (holds(value)) return value as T
    throw new InvalidArgumentError(path, value, expected)
  }
}

export const integerFrom = (least: number): Check<number> =>
  valueThat(
    `an integer from ${least} up`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least,
  )

export const finiteFrom = (least: number): Check<number> =>
  valueThat(
    `a finite number from ${least} up`,
    (value) => Number.isFinite(value) && (value as number) >= least,
  )

/** Infinity is one. */
export const numberFrom = (least: number): Check<number> =>
  valueThat(`a number from ${least} up`, (value) => typeof value === "number" && value >= least)

/** Infinity is one. */
export const positive: Check<number> = valueThat(
  "a number above 0",
  (value) => typeof value === "number" && value > 0,
)

export const yesOrNo: Check<boolean> = valueThat("true or false", (value) => typeof value === "boolean")

export const text: Check<string> = valueThat("a string", (value) => typeof value === "string")

export const filledText = (what: string): Check<string> =>
  valueThat(what, (value) => typeof value === "string" && value.trim() !== "")

export function oneOf<T extends string>(...values: readonly T[]): Check<T> {
  const named = values.map((value) => JSON.stringify(value))
  const expected = named.length === 1 ? named[0]! : `${named.slice(0, -1).join(", ")} or ${named.at(-1)}`
  return valueThat(expected, (value) => values.includes(value as T))
}

// biome-ignore lint/suspicious/noExplicitAny: any function at all; the caller says which.
export const callable = <T extends (...inputs: any[]) => unknown>(): Check<T> =>
  valueThat("a function", (value) => typeof value === "function")

/** Known by its shape, since a signal may come from another realm. */
export const abortSignal: Check<AbortSignal> = valueThat("an AbortSignal", (value) => {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>
  return typeof value === "object" && typeof aborted === "boolean" && typeof addEventListener === "function"
})
