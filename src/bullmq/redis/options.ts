import { InvalidArgumentError, unshown } from "../../errors"
import { type Check, isRecord } from "../../runtime/check/options"
import { valueThat } from "../../runtime/check/values"
import type { RedisConnection } from "./client"

/** Never shown: it may hold a password. */
export const connectionOption: Check<RedisConnection> = (value, path) => {
  if (isRecord(value) || (typeof value === "string" && /^rediss?:\/\//.test(value))) {
    return value as RedisConnection
  }
  const shown = value === undefined ? undefined : unshown(value)
  throw new InvalidArgumentError(
    path,
    shown,
    "an address that begins with redis://, options or a client of ioredis",
  )
}

export const queueName: Check<string> = valueThat(
  "the name of a queue, 1 to 200 characters without colons and braces",
  (value) => typeof value === "string" && /^[^:{}]{1,200}$/.test(value),
)
