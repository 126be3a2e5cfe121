/// <reference types="node" />
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { checkOptions, optional } from "../runtime/check/options"
import { createApp } from "./app/app"
import { ServeError } from "./errors"
import { respond } from "./node/respond"
import { type AppOptions, appChecks, portNumber } from "./options"

/** What the live page asks, and the port that it is at. */
export interface ServeOptions extends AppOptions {
  /** @default 0, a free one */
  readonly port?: number | undefined
}

/** A server that answers until it is closed. */
export interface RunningServer {
  /** For example http://127.0.0.1:3000 */
  readonly url: string
  /** Questions that are being answered. */
  readonly running: number
  /** Ends all runs and closes the port. */
  close(): Promise<void>
}

/**
 * Serves the live page on this machine alone: choose files, ask, watch, stop, ask again.
 *
 * @throws InvalidArgumentError that names the option; ServeError where the port can't be listened on
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { port: _, ...rest } = checkOptions(options, { ...appChecks, port: optional(portNumber) }, "options")
  const port = options.port ?? 0
  const app = createApp(rest)
  const server = createServer((incoming, outgoing) => {
    // What comes after the head of a response can only be cut.
    respond(incoming, outgoing, app.fetch).catch(() => void outgoing.destroy())
  })
  await listen(server, port)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get running() {
      return app.running
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      const ended = app.close()
      server.closeAllConnections()
      await Promise.all([closed, ended])
    },
  }
}

/** On the loopback address alone. */
async function listen(server: Server, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(port, "127.0.0.1", resolve)
    })
  } catch (error) {
    throw portError(error as NodeJS.ErrnoException, port)
  }
}

function portError(error: NodeJS.ErrnoException, port: number): ServeError {
  if (error.code === "EADDRINUSE") {
    return new ServeError(
      "port-in-use",
      port,
      `Port ${port} is in use by another program: choose another \`port\`.`,
      error,
    )
  }
  if (error.code === "EACCES") {
    return new ServeError(
      "port-forbidden",
      port,
      `Port ${port} may not be listened on: choose a \`port\` from 1024 up.`,
      error,
    )
  }
  return new ServeError("not-listening", port, `Port ${port} can't be listened on: ${error.message}.`, error)
}
