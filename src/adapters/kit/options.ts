import { InvalidArgumentError } from "../../errors"

/** @throws InvalidArgumentError that names the first option that is not known; its value may be a key and is not shown. */
export function checkOptionNames(what: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `options.${unknown}`,
      undefined,
      `left out: ${what} has no such option (it has ${known.join(", ")})`,
    )
  }
}

export function checkModel(model: unknown): string {
  if (typeof model === "string" && /^[\x21-\x7e]{1,256}$/.test(model)) return model
  throw new InvalidArgumentError("model", model, "a model's name of visible ASCII characters")
}

export function checkPositiveInteger(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number
  throw new InvalidArgumentError(name, value, "an integer from 1 up")
}

/** @throws InvalidArgumentError for anything but an http or https address; credentials in it would end up in messages. */
export function checkBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const valid = (url?.protocol === "http:" || url?.protocol === "https:") && url.username === ""
  if (!valid)
    throw new InvalidArgumentError("baseUrl", Symbol("hidden"), "an http or https address, without a user")
  return baseUrl
}
