import { canStream, streamText } from "../../calls/stream-text"
import type { LLM, LLMRequest, LLMResponse, RunEvent } from "../../contracts"
import { createCitationRenderer } from "../../evidence/citations"
import type { Evidence } from "../../evidence/evidence-register"

/**
 * Generates the answer and emits its text as it comes, markers already turned into citations. A second request,
 * or a retry after text had come, starts the text over with `restart`.
 *
 * @param emit undefined where nobody listens: then nothing is streamed
 */
export function streamAnswer(
  llm: LLM,
  evidence: readonly Evidence[],
  emit: ((event: RunEvent) => void) | undefined,
): { generate(request: LLMRequest): Promise<LLMResponse>; end(): void } {
  if (emit === undefined || !canStream(llm)) {
    return { generate: (request) => llm.generate(request), end: () => {} }
  }
  let started = false
  const send = (text: string) => {
    if (text === "") return
    started = true
    emit({ type: "answer-delta", text })
  }
  const startOver = () => {
    if (started) emit({ type: "answer-delta", text: "", restart: true })
    started = false
  }
  let renderer = createCitationRenderer(evidence, startOver)
  const restart = () => {
    renderer = createCitationRenderer(evidence, startOver)
    startOver()
  }
  return {
    generate(request) {
      restart()
      return streamText(llm, request, (text) => {
        if (text === undefined) return restart()
        send(renderer.push(text))
      })
    },
    end: () => send(renderer.end()),
  }
}
