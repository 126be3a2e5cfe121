import { ProviderError } from "../../errors"
import { raceAbort } from "../../runtime/abort"
import { isRecord } from "../../runtime/check/options"
import { loadPeer } from "../../runtime/load-peer"

/** The part of an ioredis client that is called here; BullMQ calls more of it. */
export interface RedisClient {
  connect(): Promise<void>
  disconnect(): void
  duplicate(options?: object): RedisClient
  get(key: string): Promise<string | null>
  mget(keys: string[]): Promise<(string | null)[]>
  set(key: string, value: string, unit: "PX", milliseconds: number): Promise<unknown>
  del(...keys: string[]): Promise<number>
  exists(key: string): Promise<number>
  rpush(key: string, value: string): Promise<number>
  pexpire(key: string, milliseconds: number): Promise<number>
  lrange(key: string, from: number, to: number): Promise<string[]>
  publish(channel: string, message: string): Promise<number>
  subscribe(channel: string): Promise<unknown>
  eval(script: string, keys: number, ...values: (string | number)[]): Promise<unknown>
  on(event: "error", listener: (error: Error) => void): unknown
  on(event: "message", listener: (channel: string, message: string) => void): unknown
}

/** The options that a client of ioredis takes, such as `host`, `port`, `username`, `password`, `db` and `tls`. */
export interface RedisOptions {
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly db?: number | undefined
  readonly [option: string]: unknown
}

/** An address such as `redis://localhost:6379`, options of ioredis, or a client of it, of which copies are opened. */
export type RedisConnection = string | RedisOptions | RedisClient

/** Waits for Redis without an end where it goes away later: who waits for a document has a limit of his own. */
const own = {
  lazyConnect: true,
  maxRetriesPerRequest: null,
  retryStrategy: (times: number): number => Math.min(100 * 2 ** times, 2_000),
}

/**
 * A connection of our own, which is there when it is returned.
 *
 * @throws ProviderError in one sentence where Redis is not there or refuses the user; InvalidArgumentError that says
 * what to install; the signal's reason
 */
export async function openRedis(
  connection: RedisConnection,
  signal?: AbortSignal | undefined,
): Promise<RedisClient> {
  const client = await createClient(connection)
  let failure: unknown
  client.on("error", (error) => {
    failure = error
  })
  try {
    await raceAbort(client.connect(), signal)
    return client
  } catch (error) {
    client.disconnect()
    signal?.throwIfAborted()
    throw unreachable(failure ?? error)
  }
}

async function createClient(connection: RedisConnection): Promise<RedisClient> {
  if (isClient(connection)) return connection.duplicate(own)
  const { Redis } = await loadPeer("ioredis", "^6.0.0", () => import("ioredis"))
  // Any option of ioredis may be among them.
  const options = { ...(connection as object), ...own }
  const client = typeof connection === "string" ? new Redis(connection, own) : new Redis(options)
  return client as unknown as RedisClient
}

function isClient(connection: unknown): connection is RedisClient {
  return isRecord(connection) && typeof connection.duplicate === "function"
}

/** Without the words of the server or the network, which may repeat the address and with it a password. */
function unreachable(error: unknown): ProviderError {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const refusal = /^[A-Z]{4,}(?= )/.exec(String(message))?.[0]
  const why = typeof code === "string" ? code : (refusal ?? "no answer")
  return new ProviderError(`Redis can't be reached (${why}): check \`connection\` and that it is running.`, {
    provider: "redis",
    retryable: true,
  })
}
