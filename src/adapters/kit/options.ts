import { InvalidArgumentError, unshown } from "../../errors"
import { type Check, checkKnownOptions, isRecord } from "../../runtime/check/options"
import { integerFrom, valueThat } from "../../runtime/check/values"

export const modelName: Check<string> = valueThat(
  "a model's name of visible ASCII characters",
  (value) => typeof value === "string" && /^[\x21-\x7e]{1,256}$/.test(value),
)

/** @throws InvalidArgumentError that names the first option that is not known; its value may be a key and is not shown. */
export function checkOptionNames(_what: string, options: object, known: readonly string[]): void {
  checkKnownOptions(options, known, "options")
}

/** @throws InvalidArgumentError for what is no model's name. */
export function checkModel(model: unknown): string {
  return modelName(model, "model")
}

/** @throws InvalidArgumentError for anything but an http or https address. */
export function checkBaseUrl(address: string): string {
  return baseUrl(address, "baseUrl")
}

/** @throws InvalidArgumentError unless the value is an integer from 1 up. */
export function checkPositiveInteger(name: string, value: unknown): number {
  return integerFrom(1)(value, name)
}

/** An http or https address; its value is not shown, since credentials in it would end up in messages. */
export const baseUrl: Check<string> = (value, path) => {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined
  if ((url?.protocol === "http:" || url?.protocol === "https:") && url.username === "") return value as string
  throw new InvalidArgumentError(path, unshown(value), "an http or https address, without a user")
}

/** A value that may be a secret: checked as others are, never shown. */
export function secret<T>(check: Check<T>, expected: string): Check<T> {
  return (value, path) => {
    try {
      return check(value, path)
    } catch {
      throw new InvalidArgumentError(path, value === undefined ? undefined : unshown(value), expected)
    }
  }
}

export const headers: Check<{ readonly [name: string]: string }> = secret(
  valueThat("", (value) => isRecord(value) && Object.values(value).every((one) => typeof one === "string")),
  "an object of header values, each a string",
)
