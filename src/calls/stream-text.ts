import type { LLM, LLMRequest, LLMResponse, TokenUsage } from "../contracts"
import { boundedStream } from "../policy/bounded-stream"
import type { PolicedLLM } from "../policy/plugs/policed-llm"

/** Only to end a stream that never ends. */
const roughTokens = (text: string): number => text.length / 4

/** True for a model whose text can be had as it comes. */
export function canStream(llm: LLM | PolicedLLM): boolean {
  return llm.stream !== undefined || ("streamed" in llm && llm.streamed !== undefined)
}

/**
 * One reply, its text handed on as it comes where the model can stream. `onText` gets undefined when the text so
 * far is void, because the call was tried again; it may say that no more is wanted, which ends the stream.
 */
export async function streamText(
  llm: LLM | PolicedLLM,
  request: LLMRequest,
  onText: (text: string | undefined) => "stop" | undefined,
): Promise<LLMResponse> {
  let text = ""
  let finishReason: LLMResponse["finishReason"] | undefined
  let usage: TokenUsage | undefined
  const take = (chunk: {
    text: string
    restart?: true
    finishReason?: typeof finishReason
    usage?: typeof usage
  }): "stop" | undefined => {
    if (chunk.restart) {
      text = ""
      onText(undefined)
    }
    text += chunk.text
    finishReason = chunk.finishReason ?? finishReason
    usage = chunk.usage ?? usage
    if (chunk.text === "" || onText(chunk.text) !== "stop") return
    finishReason = "stop"
    return "stop"
  }
  if ("streamed" in llm && llm.streamed !== undefined) {
    await llm.streamed(request, take)
  } else if (llm.stream !== undefined) {
    const most = request.maxOutputTokens ?? llm.contextWindow
    for await (const chunk of boundedStream(llm.stream(request), most, roughTokens)) {
      request.signal?.throwIfAborted()
      if (take(chunk) === "stop") break
    }
  } else {
    return llm.generate(request)
  }
  // A stream that ends without saying why was cut.
  return { text, finishReason: finishReason ?? "length", usage }
}
