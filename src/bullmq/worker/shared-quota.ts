import { messageOf } from "../../errors"
import type { QuotaGate } from "../../policy/quota/gate"
import type { ShareQuota } from "../../policy/quota/gates"
import type { KnownQuota } from "../../policy/quota/window"
import { systemClock } from "../../runtime/clock"
import type { RedisClient } from "../redis/client"
import type { Keys } from "../redis/keys"
import { patiently } from "../redis/patience"

/**
 * By the clock of Redis, which is one for all. Members are `<id>:<tokens>`, scored by when they started.
 * Gives back how long to wait, 0 where room was taken, and then when that was.
 */
const takeRoom = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local most, mostTokens, tokens = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 60000)
local readyAt = now
local count = redis.call('ZCARD', KEYS[1])
if most > 0 and count >= most then
  readyAt = redis.call('ZRANGE', KEYS[1], count - most, count - most, 'WITHSCORES')[2] + 60000
end
if mostTokens > 0 then
  local starts = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  local over = tokens - mostTokens
  for at = 1, #starts, 2 do over = over + string.match(starts[at], '%d+$') end
  for at = 1, #starts, 2 do
    if over <= 0 then break end
    over = over - string.match(starts[at], '%d+$')
    readyAt = math.max(readyAt, starts[at + 1] + 60000)
  end
end
if readyAt > now then return { readyAt - now, 0 } end
redis.call('ZADD', KEYS[1], now, ARGV[4] .. ':' .. tokens)
redis.call('PEXPIRE', KEYS[1], 120000)
return { 0, now }
`

/** What a call used in place of what was expected, while it is in the window. */
const settleRoom = `
if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3]) end
`

/** A Redis that takes longer is away; each worker keeps to the whole quota by itself until it is back. */
const awayMs = 5_000

/** Gates of known quotas that hold them together with all other workers of the queue. */
export function shareQuotas(client: RedisClient, keys: Keys, onError: (error: Error) => void): ShareQuota {
  let calls = 0
  const worker = crypto.randomUUID()

  async function room(modelId: string, quota: KnownQuota, tokens: number, signal: AbortSignal | undefined) {
    const key = keys.quota(modelId)
    const id = `${worker}-${++calls}`
    const { requestsPerMinute = 0, tokensPerMinute = 0 } = quota
    for (;;) {
      const took = client.eval(takeRoom, 1, key, requestsPerMinute, tokensPerMinute, tokens, id)
      const [waitMs, at] = (await patiently(took, signal, awayMs)) as [number, number]
      if (waitMs > 0) await systemClock.sleep(waitMs, signal)
      else return (used: number) => client.eval(settleRoom, 1, key, `${id}:${tokens}`, at, `${id}:${used}`)
    }
  }

  return (gate, modelId, quota): QuotaGate => ({
    async enter(tokensOf, signal) {
      const tokens = quota.tokensPerMinute === undefined ? 0 : tokensOf()
      const pass = await gate.enter(() => tokens, signal)
      try {
        const settle = await room(modelId, quota, tokens, signal)
        return {
          ...pass,
          succeeded(used) {
            if (used !== undefined && quota.tokensPerMinute !== undefined) settle(used).catch(onError)
            pass.succeeded(used)
          },
        }
      } catch (error) {
        if (signal?.aborted) {
          pass.failed()
          throw signal.reason
        }
        onError(new Error(`The shared quota is not held now: ${messageOf(error)}`))
        return pass
      }
    },
  })
}
