import type { SpdRagEvent } from "spd-rag"

/** The events of a response, one by one. */
export async function* eventsOf(response: Response): AsyncGenerator<SpdRagEvent> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const blocks = (text + read.value).split("\n\n")
    text = blocks.pop()!
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield JSON.parse(data)
    }
  }
}
