import type { LLMRequest, LLMResponse, Message } from "../../contracts"
import { InvalidArgumentError, InvalidOutputError } from "../../errors"
import type { Llama, LlamaChat, LlamaModel, LlamaModule, LlamaSequence, LlamaTurn } from "./module"
import { tooLong } from "./runtime"
import { grammarSchema } from "./schema"

/** What calls of one model share. */
export interface LocalChat {
  readonly modelId: string
  readonly model: LlamaModel
  readonly module: LlamaModule
  /** The grammar of a JSON Schema. */
  readonly grammarOf: (schema: object) => Promise<object>
  readonly thinkingBudget: number | undefined
  readonly repeatPenalty: number
}

/** Schemas of which grammars are kept: a run uses a handful. */
const maxGrammars = 16

export function grammarCache(llama: Llama): LocalChat["grammarOf"] {
  const grammars = new Map<string, Promise<object>>()
  return (schema) => {
    const key = JSON.stringify(schema)
    const known = grammars.get(key)
    if (known !== undefined) return known
    const made = llama.createGrammarForJsonSchema(grammarSchema(JSON.parse(key)))
    made.catch(() => grammars.delete(key))
    if (grammars.size >= maxGrammars) grammars.delete(grammars.keys().next().value as string)
    grammars.set(key, made)
    return made
  }
}

/** The free sequence that has most of the prompt in memory, so that what agents share is computed once. */
export function nearest(
  chat: LocalChat,
  free: readonly LlamaSequence[],
  messages: readonly Message[],
): LlamaSequence {
  let best = free[0] as LlamaSequence
  if (free.length === 1) return best
  const tokens = withChat(chat, best, (llamaChat) => tokensOf(chat, llamaChat, turnsOf(messages)))
  let shared = -1
  for (const sequence of free) {
    const { firstDifferentIndex } = sequence.compareContextTokens(tokens)
    if (firstDifferentIndex > shared) [best, shared] = [sequence, firstDifferentIndex]
  }
  return best
}

export async function generateOn(
  chat: LocalChat,
  sequence: LlamaSequence,
  request: LLMRequest,
  signal: AbortSignal,
  onText: ((text: string) => void) | undefined,
): Promise<LLMResponse> {
  const turns = turnsOf(request.messages)
  const grammar = request.jsonSchema === undefined ? undefined : await chat.grammarOf(request.jsonSchema)
  return withChat(chat, sequence, async (llamaChat) => {
    const inputTokens = tokensOf(chat, llamaChat, turns).length
    // The runtime keeps one place free.
    const room = sequence.contextSize - inputTokens - 2
    if (room < 1) throw tooLong(chat.modelId, inputTokens, sequence.contextSize - 3)
    const before = { ...metered(sequence) }
    const { response, metadata } = await llamaChat.generateResponse(turns, {
      signal,
      maxTokens: Math.min(request.maxOutputTokens ?? room, room),
      temperature: request.temperature ?? 0,
      seed: 0,
      repeatPenalty: chat.repeatPenalty === 1 ? false : { penalty: chat.repeatPenalty },
      // The default drops turns where the window is full.
      contextShift: {
        strategy: () => {
          throw tooLong(chat.modelId, inputTokens, sequence.contextSize - 3)
        },
      },
      ...(grammar === undefined ? {} : { grammar }),
      ...(chat.thinkingBudget === undefined ? {} : { budgets: { thoughtTokens: chat.thinkingBudget } }),
      ...(onText === undefined ? {} : { onTextChunk: onText }),
    })
    signal.throwIfAborted()
    const cut = metadata.stopReason === "maxTokens"
    if (response === "" && !cut) {
      throw new InvalidOutputError(`Local model "${chat.modelId}" ended its reply without any text.`, {
        reason: "empty",
      })
    }
    const after = metered(sequence)
    // The runtime counts the prompt's last token as output, since the first one of the reply comes with it.
    const computed = after.usedInputTokens - before.usedInputTokens + 1
    return {
      text: response,
      finishReason: cut ? "length" : "stop",
      usage: {
        inputTokens,
        outputTokens: after.usedOutputTokens - before.usedOutputTokens,
        cachedInputTokens: Math.max(0, inputTokens - computed),
      },
    }
  })
}

function metered({ tokenMeter }: LlamaSequence) {
  const { usedInputTokens, usedOutputTokens } = tokenMeter
  return { usedInputTokens, usedOutputTokens }
}

function turnsOf(messages: readonly Message[]): LlamaTurn[] {
  const system = messages.filter((message) => message.role === "system").map((message) => message.content)
  const turns = messages
    .filter((message) => message.role !== "system")
    .map(
      ({ role, content }): LlamaTurn =>
        role === "assistant" ? { type: "model", response: [content] } : { type: "user", text: content },
    )
  if (turns.at(-1)?.type !== "user") {
    throw new InvalidArgumentError("messages", messages, "a list that ends with a message of the user")
  }
  return system.length === 0 ? turns : [{ type: "system", text: system.join("\n\n") }, ...turns]
}

function tokensOf(chat: LocalChat, llamaChat: LlamaChat, turns: readonly LlamaTurn[]): readonly unknown[] {
  const chatHistory = [...turns, { type: "model" as const, response: [] }]
  return llamaChat.chatWrapper
    .generateContextState({ chatHistory })
    .contextText.tokenize(chat.model.tokenizer)
}

/** A chat for one call on a sequence that outlives it. */
function withChat<T>({ module }: LocalChat, contextSequence: LlamaSequence, use: (chat: LlamaChat) => T): T {
  const llamaChat = new module.LlamaChat({ contextSequence })
  const end = () => llamaChat.dispose({ disposeSequence: false })
  let result: T
  try {
    result = use(llamaChat)
  } catch (error) {
    end()
    throw error
  }
  if (result instanceof Promise) return result.finally(end) as T
  end()
  return result
}
