/** A writer in a process of its own: puts what it is sent, and may kill itself at a call of its driver. */
import { type LibsqlClient, libsqlVectorStore } from "../../../../src/adapters/libsql"
import { type PostgresClient, postgresVectorStore } from "../../../../src/adapters/postgres"
import type { VectorStore } from "../../../../src/contracts"
import type { FromWriter, ToWriter, WriterOptions } from "./messages"

const options = JSON.parse(process.argv[2]!) as WriterOptions
let calls = 0

async function counted<T>(call: () => Promise<T>): Promise<T> {
  const here = ++calls === options.kill?.call
  if (here && options.kill?.when === "before") process.kill(process.pid, "SIGKILL")
  const result = await call()
  if (here && options.kill?.when === "after") process.kill(process.pid, "SIGKILL")
  return result
}

function send(message: FromWriter) {
  process.send!(message)
}

async function libsqlClient(url: string): Promise<LibsqlClient> {
  const { createClient } = await import("@libsql/client")
  const client = createClient({ url, timeout: 600_000 }) as unknown as LibsqlClient
  return {
    protocol: client.protocol,
    execute: (statement) => counted(() => client.execute(statement)),
    batch: (statements, mode) => counted(() => client.batch(statements, mode)),
    async transaction(mode) {
      const transaction = await counted(() => client.transaction(mode))
      return {
        batch: (statements) => counted(() => transaction.batch(statements)),
        commit: () => counted(() => transaction.commit()),
        close: () => transaction.close(),
      }
    },
    close: () => client.close(),
  }
}

const answers = new Map<number, (rows: Extract<ToWriter, { type: "rows" }>) => void>()

/** The database is in the parent. */
const parentClient: PostgresClient = {
  query: (sql, values) =>
    counted(
      () =>
        new Promise((resolve, reject) => {
          const id = answers.size
          answers.set(id, ({ rows, error }) => {
            if (error === undefined) resolve(rows!)
            else reject(Object.assign(new Error(error.message), { code: error.code }))
          })
          send({ type: "query", id, sql, values })
        }),
    ),
}

async function serverClient(url: string): Promise<PostgresClient> {
  const { default: pg } = await import("pg")
  const pool = new pg.Pool({ connectionString: url })
  return { query: (sql, values) => counted(() => pool.query(sql, values)) }
}

async function open(): Promise<VectorStore> {
  const { store, url, schema } = options
  if (store === "libsql")
    return libsqlVectorStore({ client: await libsqlClient(url!), busyTimeoutMs: 600_000 })
  return postgresVectorStore({ client: url === undefined ? parentClient : await serverClient(url), schema })
}

const store = await open()
process.on("message", async (message: ToWriter) => {
  if (message.type === "rows") return answers.get(message.id)!(message)
  try {
    await Promise.all(message.puts.map((put) => store.put(put)))
    send({ type: "done" })
  } catch (error) {
    send({ type: "failed", message: String(error) })
  }
})
send({ type: "ready" })
