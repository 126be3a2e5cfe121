import type { FinishReason, LLM, LLMRequest, LLMResponse, Message, TokenUsage } from "../../contracts"
import { sha256 } from "../../runtime/hash"
import type { PolicedLLM } from "../plugs/policed-llm"
import { keyOf, type RunCache, readEntry, shareCall, writeEntry } from "./call-cache"

/** A policed LLM whose finished calls are kept: a hit needs no attempt, no quota and no limit. */
export function withLLMCache(policed: PolicedLLM, plug: LLM, cache: RunCache): PolicedLLM {
  const { modelId } = plug
  /** @param call gives the reply, undefined in place of `finishReason` where a stream broke off */
  const cached = async (request: LLMRequest, call: () => Promise<Reply>): Promise<Reply> => {
    const { messages, jsonSchema, temperature, maxOutputTokens, signal } = request
    const turns = await Promise.all(messages.map(async (message) => [message.role, await hashOf(message)]))
    const key = await keyOf("llm", modelId, plug.fingerprint, turns, jsonSchema, temperature, maxOutputTokens)
    const hit = (reply: Reply) => cache.meter.recordCached(modelId, reply.usage)
    return shareCall(
      cache,
      key,
      signal,
      async () => {
        const found = await readEntry(cache, key, readReply)
        if (found !== undefined) {
          hit(found)
          return found
        }
        const reply = await call()
        const { text, finishReason, usage } = reply
        if (isKept(reply, cache)) await writeEntry(cache, key, { text, finishReason, usage })
        return reply
      },
      hit,
    )
  }
  return {
    ...policed,
    generate: (request) => cached(request, () => policed.generate(request)) as Promise<LLMResponse>,
    ...(policed.streamed !== undefined && {
      async streamed(request, onChunk) {
        let isLive = false
        const { text, finishReason, usage } = await cached(request, async () => {
          let text = ""
          let end: Omit<Reply, "text"> = {}
          await policed.streamed!(request, (chunk) => {
            isLive = true
            text = chunk.restart ? chunk.text : text + chunk.text
            end = {
              finishReason: chunk.finishReason ?? end.finishReason,
              usage: chunk.usage ?? end.usage,
            }
            return onChunk(chunk)
          })
          return { text, ...end }
        })
        if (!isLive) onChunk({ text, finishReason, usage })
      },
    }),
  }
}

/** A conversation says again with each call what it has said before: each message is hashed once. */
const hashes = new WeakMap<Message, { readonly content: string; readonly hash: Promise<string> }>()

function hashOf(message: Message): Promise<string> {
  const { content } = message
  const known = hashes.get(message)
  // A stage of one's own may have written another text into the message.
  if (known?.content === content) return known.hash
  const hash = sha256(content)
  hashes.set(message, { content, hash })
  return hash
}

type Reply = Omit<LLMResponse, "finishReason"> & { readonly finishReason?: FinishReason | undefined }

/** A refusal is not kept: asked again, the provider may have changed its mind. */
function isKept({ text, finishReason }: Reply, { keepsCutReplies }: RunCache): boolean {
  if (typeof text !== "string") return false
  return finishReason === "stop" || (finishReason === "length" && keepsCutReplies)
}

function readReply(result: unknown): Reply | undefined {
  const { text, finishReason, usage } = (result ?? {}) as { readonly [name in keyof Reply]: unknown }
  if (typeof text !== "string" || (finishReason !== "stop" && finishReason !== "length")) return undefined
  return { text, finishReason, ...(isUsage(usage) && { usage }) }
}

function isUsage(usage: unknown): usage is TokenUsage {
  const { inputTokens, outputTokens } = (usage ?? {}) as { readonly [name in keyof TokenUsage]: unknown }
  return Number.isFinite(inputTokens) && Number.isFinite(outputTokens)
}
