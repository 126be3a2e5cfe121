import {
  DocumentAgentError,
  errorMark,
  InvalidArgumentError,
  InvalidOutputError,
  LimitExceededError,
  NoFindingsError,
  ProviderError,
  RetriesExhaustedError,
  type SpdRagError,
  StaleRevisionError,
  TimeoutError,
} from "../../errors"
import { type Check, isRecord, shape } from "../../runtime/check/options"
import { text } from "../../runtime/check/values"

const classes = {
  DocumentAgentError,
  InvalidArgumentError,
  InvalidOutputError,
  LimitExceededError,
  NoFindingsError,
  ProviderError,
  RetriesExhaustedError,
  StaleRevisionError,
  TimeoutError,
}

/**
 * An error of the library from what its `toJSON` gave: an instance of its class, with its fields, and a cause that has the
 * name only.
 *
 * @throws InvalidArgumentError for what is none
 */
export const errorData: Check<SpdRagError> = (value, path) => {
  const { name, message, cause, ...fields } = shape({ name: text, message: text })(value, path) as {
    readonly [field: string]: unknown
  }
  if (!Object.hasOwn(classes, name as string)) {
    throw new InvalidArgumentError(`${path}.name`, name, `one of ${Object.keys(classes).join(", ")}`)
  }
  const error = Object.setPrototypeOf(new Error(message as string), classes[name as "TimeoutError"].prototype)
  Object.defineProperty(error, errorMark, { value: true })
  const causeName = isRecord(cause) ? text(cause.name, `${path}.cause.name`) : undefined
  for (const [field, given] of Object.entries({ ...fields, name })) {
    // As own properties, whatever they are called; a method stays a method.
    if (field in Error.prototype && field !== "name") continue
    Object.defineProperty(error, field, {
      value: given,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  if (causeName !== undefined) {
    const named = Object.defineProperty(new Error(""), "name", { value: causeName })
    Object.defineProperty(error, "cause", { value: named, writable: true, configurable: true })
  }
  return error
}
