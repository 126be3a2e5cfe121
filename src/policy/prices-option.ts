import type { ModelPrice, Prices } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { type Check, type Checks, group, isRecord, optional } from "../runtime/check/options"
import { finiteFrom } from "../runtime/check/values"

const priceChecks: Checks<ModelPrice> = {
  inputPerMillionTokens: finiteFrom(0),
  outputPerMillionTokens: optional(finiteFrom(0)),
  cachedInputPerMillionTokens: optional(finiteFrom(0)),
  perBilledUnit: optional(finiteFrom(0)),
}

/** Every price is checked: one that is misspelt or no number would count as 0. */
export const pricesOption: Check<Prices> = (value, path) => {
  if (!isRecord(value)) throw new InvalidArgumentError(path, value, "an object: prices by modelId")
  const price = group(priceChecks)
  const entries = Object.entries(value)
  return Object.freeze(
    Object.fromEntries(entries.map(([id, given]) => [id, price(given, `${path}[${JSON.stringify(id)}]`)])),
  )
}
