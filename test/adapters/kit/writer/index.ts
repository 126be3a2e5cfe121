import { type ChildProcess, fork } from "node:child_process"
import type { PostgresClient } from "../../../../src/adapters/postgres"
import type { Scripts } from "../../../support/scripts"
import type { FromWriter, ToWriter, WriterOptions } from "./messages"

export type Puts = Extract<ToWriter, { type: "put" }>["puts"]

export interface Writer {
  /** All at once; false where the process ended before all were acknowledged. */
  put(puts: Puts): Promise<boolean>
  end(): void
}

/** The source of the process. */
export const writerSource = "test/adapters/kit/writer/process.ts"

/** Starts a process that writes; its statements run on `database` where the options name no other. */
export async function startWriter(
  scripts: Scripts,
  options: WriterOptions,
  database?: PostgresClient,
): Promise<Writer> {
  const child = fork(scripts.path(writerSource), [JSON.stringify(options)])
  let settle: (message: FromWriter | undefined) => void = () => {}
  const next = () =>
    new Promise<FromWriter | undefined>((resolve) => {
      settle = resolve
      if (child.exitCode !== null || child.signalCode !== null) resolve(undefined)
    })
  child.on("message", (message: FromWriter) => {
    if (message.type === "query") answer(child, message, database!)
    else settle(message)
  })
  child.on("close", () => settle(undefined))
  await next()
  return {
    async put(puts) {
      const answered = next()
      child.send({ type: "put", puts } satisfies ToWriter, () => {})
      const message = await answered
      if (message?.type === "failed") throw new Error(message.message)
      return message?.type === "done"
    },
    end: () => void child.kill(),
  }
}

async function answer(
  child: ChildProcess,
  { id, sql, values }: Extract<FromWriter, { type: "query" }>,
  database: PostgresClient,
): Promise<void> {
  const reply = (message: Omit<Extract<ToWriter, { type: "rows" }>, "type" | "id">) => {
    if (child.connected) child.send({ type: "rows", id, ...message } satisfies ToWriter, () => {})
  }
  try {
    const result = await database.query(sql, values)
    reply({ rows: Array.isArray(result) ? result : (result as { rows: [] }).rows })
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    reply({ error: { message, code } })
  }
}
