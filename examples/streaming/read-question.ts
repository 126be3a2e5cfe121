import type { IncomingMessage } from "node:http"

/** A request that the server does not take; the message is for the client. */
export class Refusal extends Error {
  override readonly name = "Refusal"
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const maxBytes = 16_384

/** @throws Refusal for anything but JSON `{ "question": "..." }` of at most 16 kB */
export async function readQuestion(request: IncomingMessage): Promise<string> {
  // A form of another site can't send this type without asking first, so that no other site starts runs.
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    throw new Refusal(415, "Send the question as JSON.")
  }
  const tooLong = new Refusal(413, "The question is too long.")
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLong
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxBytes) throw tooLong
    pieces.push(piece)
  }
  const { question } = (parsed(Buffer.concat(pieces).toString("utf8")) ?? {}) as { question?: unknown }
  if (typeof question !== "string" || question.trim() === "") {
    throw new Refusal(400, 'Expected {"question": "..."} with a question that is not empty.')
  }
  return question
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, "The request is no JSON.")
  }
}
