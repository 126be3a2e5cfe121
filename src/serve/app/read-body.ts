import { joinBytes } from "../../runtime/join-bytes"
import { Refusal } from "./refusal"

/** @throws Refusal once there are more bytes than allowed */
export async function readBody(request: Request, maxBytes: number, what: string): Promise<Uint8Array> {
  const tooLarge = () => new Refusal(413, `${what} is larger than ${maxBytes.toLocaleString("en-US")} bytes.`)
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge()
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    length += read.value.byteLength
    if (length > maxBytes) {
      // Cancelled, it would close the connection before the refusal is sent.
      reader?.releaseLock()
      throw tooLarge()
    }
    pieces.push(read.value)
  }
  return joinBytes(pieces)
}

/** @throws Refusal for anything but JSON `{ "question": "...", "set": "..." }`; the set may be left out */
export async function readQuestion(request: Request): Promise<{ question: string; set: string | undefined }> {
  // A form of another site can't send this type without asking first.
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new Refusal(415, "Send the question as JSON.")
  }
  const text = new TextDecoder().decode(await readBody(request, 32_768, "The question"))
  const { question, set } = Object(parsed(text)) as { question?: unknown; set?: unknown }
  if (typeof question !== "string" || question.trim() === "") {
    throw new Refusal(400, 'Expected {"question": "..."} with a question that is not empty.')
  }
  return { question, set: typeof set === "string" ? set : undefined }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, "The request is no JSON.")
  }
}
