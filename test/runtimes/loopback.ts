import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

export interface Loopback {
  readonly url: string
  close(): void
}

/** A server on this machine alone, at a port that is free. */
export function serve(listener: RequestListener): Promise<Loopback> {
  const server = createServer(listener)
  return new Promise((resolve, reject) => {
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      const close = () => {
        server.close()
        server.closeAllConnections()
      }
      resolve({ url: `http://127.0.0.1:${port}`, close })
    })
  })
}

/** A port that was free a moment ago, for servers that can't choose one and tell it. */
export async function freePort(): Promise<number> {
  const { url, close } = await serve(() => {})
  close()
  return Number(new URL(url).port)
}
