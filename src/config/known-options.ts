import { InvalidArgumentError } from "../errors"

/** @throws InvalidArgumentError for what is no object, and for the first option of it that is not known */
export function checkKnownOptions(options: unknown, keys: readonly string[], name: string): void {
  if (options === undefined) return
  if (typeof options !== "object" || options === null)
    throw new InvalidArgumentError(name, options, "an object")
  const unknown = Object.keys(options).find((key) => !keys.includes(key))
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `${name}.${unknown}`,
      (options as Record<string, unknown>)[unknown],
      `no option at all; known are ${keys.join(", ")}`,
    )
  }
}
