import type { DocumentAgent, DocumentAgentTask } from "../../contracts"
import { raceAbort } from "../../runtime/abort"
import { type Checks, checkOptions } from "../../runtime/check/options"
import type { RedisConnection } from "../redis/client"
import { connectionOption, queueName } from "../redis/options"
import { type Exchange, openExchange } from "./exchange"
import { readByWorker } from "./read-by-worker"

/** The queue that the workers read from. */
export interface BullmqAgentOptions {
  readonly connection: RedisConnection
  /** Name of the BullMQ queue, the same as that of the workers. */
  readonly queue: string
}

/** A document agent whose documents are read by the workers of a queue. */
export interface BullmqAgent extends DocumentAgent {
  ready(request: { readonly signal?: AbortSignal | undefined }): Promise<void>
  /** Ends its connections, and with them what still waits; they are opened again when it is used. */
  close(): Promise<void>
}

const optionChecks: Checks<BullmqAgentOptions> = { connection: connectionOption, queue: queueName }

const agents = new WeakSet<DocumentAgent>()

/** A worker whose own documents were read by workers would wait for itself. */
export function isBullmqAgent(agent: DocumentAgent | undefined): boolean {
  return agent !== undefined && agents.has(agent)
}

/**
 * Has each document read by a worker of the queue, see `startAgentWorker`. A document that a worker has read is not
 * read again, whoever asks, until its findings expire. Redis holds the question, the plan, what the agents said, and
 * places in documents, but no text of a document and no prompt.
 *
 * @throws InvalidArgumentError that names the option
 */
export function bullmqAgent(options: BullmqAgentOptions): BullmqAgent {
  const { connection, queue } = checkOptions(options, optionChecks, "options")
  let opened: Promise<Exchange> | undefined
  const open = (signal: AbortSignal | undefined): Promise<Exchange> => {
    opened ??= openExchange(connection, queue).catch((error) => {
      opened = undefined
      throw error
    })
    return raceAbort(opened, signal)
  }
  const agent: BullmqAgent = Object.assign(
    async (task: DocumentAgentTask) => readByWorker(await open(task.signal), task),
    {
      async ready({ signal }: { readonly signal?: AbortSignal | undefined }) {
        await (await open(signal)).check(signal)
      },
      async close() {
        const exchange = await opened?.catch(() => undefined)
        opened = undefined
        await exchange?.close()
      },
    },
  )
  agents.add(agent)
  return agent
}
