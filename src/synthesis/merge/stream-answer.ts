import { createCircleWatch } from "../../calls/circle"
import { canStream, streamText } from "../../calls/stream-text"
import type { LLM, LLMRequest, LLMResponse, RunEvent } from "../../contracts"
import { createCitationRenderer } from "../../evidence/citations"
import type { Evidence } from "../../evidence/evidence-register"

export interface StreamedAnswer {
  /** Generates the answer and emits its text as it comes, markers already turned into citations. */
  generate(request: LLMRequest): Promise<LLMResponse>
  /** Emits what makes the text emitted so far the answer, all over again where that is not its beginning. */
  end(answer: string): void
}

/**
 * A second request, or a retry after text had come, starts the text over with `restart`.
 *
 * @param emit undefined where nobody listens: then nothing is streamed
 */
export function streamAnswer(
  llm: LLM,
  evidence: readonly Evidence[],
  emit: ((event: RunEvent) => void) | undefined,
): StreamedAnswer {
  if (emit === undefined || !canStream(llm)) {
    return { generate: (request) => llm.generate(request), end: () => {} }
  }
  let sent = ""
  const send = (text: string) => {
    sent += text
    if (text !== "") emit({ type: "answer-delta", text })
  }
  const startOver = () => {
    if (sent !== "") emit({ type: "answer-delta", text: "", restart: true })
    sent = ""
  }
  let renderer = createCitationRenderer(evidence, startOver)
  const restart = () => {
    renderer = createCitationRenderer(evidence, startOver)
    startOver()
  }
  return {
    generate(request) {
      restart()
      let circles = createCircleWatch()
      return streamText(llm, request, (text) => {
        if (text === undefined) {
          circles = createCircleWatch()
          restart()
          return undefined
        }
        send(renderer.push(text))
        // The rest would be paid for and cut off.
        return circles(text) ? "stop" : undefined
      })
    },
    end(answer) {
      if (!answer.startsWith(sent)) startOver()
      send(answer.slice(sent.length))
    },
  }
}
