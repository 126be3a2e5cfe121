/** A request that the app does not take; the message is for the visitor. */
export class Refusal extends Error {
  override readonly name = "Refusal"
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const json = (data: unknown, status = 200): Response =>
  new Response(JSON.stringify(data), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  })
