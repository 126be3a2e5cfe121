import { runDocumentAgent, spdRag } from "spd-rag"
import { fakeLLM, foundReply, stageOf } from "spd-rag/testing"

// Stand for any models.
const llm = fakeLLM((request) =>
  stageOf(request) === "agent"
    ? foundReply({ answer: "30 days", quotes: "The buyer pays within 30 days." })
    : "Acme pays in 30 days [E1].",
)
const planner = fakeLLM(["State the payment term in days."])

const rag = spdRag({
  llm,
  coordinator: {
    // A stage that calls a model itself puts it under the run.
    async plan({ question, signal, calls }) {
      const model = calls?.llm(planner) ?? planner
      const content = `Name one fact to look up in a contract, to answer: ${question}`
      const { text } = await model.generate({ messages: [{ role: "user", content }], signal })
      return { tasks: [text], synthesisDirective: "One sentence a contract." }
    },
  },
  // A shipped stage takes its model as it is.
  agent: (task) => runDocumentAgent({ ...task, llm, maxSearches: 2 }),
})
await rag.add({ id: "acme.txt", text: "Supply contract with Acme. The buyer pays within 30 days." })
const answer = await rag.ask("When do they pay?")

console.log(answer.text) // Acme pays in 30 days [1].
console.log(answer.usage.byStage.coordinator?.calls) // 1
