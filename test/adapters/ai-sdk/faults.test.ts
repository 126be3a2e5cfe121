import { cohereError, startCohereServer } from "../cohere/server"
import { describeFaults } from "../kit/call-faults"
import { embeddingModel, languageModel, rerankingModel } from "./providers"
import { openAIError, startOpenAIServer } from "./server"

const messages = (content: string) => [{ role: "user" as const, content }]

describeFaults({
  name: "aiSdk",
  start: startOpenAIServer,
  refuse: openAIError,
  call: (options, text, signal) => languageModel(options).generate({ messages: messages(text), signal }),
  keep(options) {
    const llm = languageModel(options)
    return (signal) => llm.generate({ messages: messages("hello"), signal })
  },
})

describeFaults({
  name: "aiSdkEmbedder",
  start: startOpenAIServer,
  refuse: openAIError,
  call: (options, text, signal) => embeddingModel(options).embed({ texts: [text], purpose: "query", signal }),
  keep(options) {
    const embedder = embeddingModel(options)
    return (signal) => embedder.embed({ texts: ["hello"], purpose: "query", signal })
  },
})

describeFaults({
  name: "aiSdkReranker",
  start: startCohereServer,
  refuse: cohereError,
  call: (options, text, signal) =>
    rerankingModel(options).rerank({ query: "harvest", texts: [text], topN: 1, signal }),
  keep(options) {
    const reranker = rerankingModel(options)
    return (signal) => reranker.rerank({ query: "harvest", texts: ["hello"], topN: 1, signal })
  },
})
