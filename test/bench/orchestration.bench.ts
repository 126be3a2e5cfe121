/**
 * What the fan-out itself costs: one agent a document, all of them instant, beside the same fan-out on LangGraph.js's
 * Send. Time and memory a document; linear in documents. Then what a call costs with a cache and telemetry. `--quick` leaves 10,000 out, which takes Send minutes.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { trace } from "@opentelemetry/api"
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base"
import type { DocumentAgent, LLM, SpdRagConfig, StoredDocument, VectorStore } from "../../src"
import { spdRag } from "../../src"
import { memoryCache } from "../../src/adapters/cache"
import { openTelemetry } from "../../src/telemetry"
import { peerOf } from "./peer"

const sizes = process.argv.includes("--quick") ? [500, 2_000] : [500, 2_000, 10_000]

/** A store that only knows its documents' names: what is measured is orchestration, not search. */
function namesOnly(count: number): VectorStore {
  const documents = Array.from(
    { length: count },
    (_, i): StoredDocument => ({ id: `d${i}`, title: `d${i}`, revision: "1", chunkCount: 1, tokens: 10 }),
  )
  const refuse = async () => {
    throw new Error("not part of this benchmark")
  }
  return {
    put: refuse,
    delete: refuse,
    search: refuse,
    chunks: async () => [],
    get: async ({ documentId }) => documents[Number(documentId.slice(1))],
    async *list() {
      yield* documents
    },
  }
}

const instantAgent: DocumentAgent = async ({ document }) => ({
  documentId: document.id,
  title: document.title,
  relevance: 1,
  report: "Found: x",
  answers: [{ task: 1, found: true, answer: "x", quotes: [] }],
  searches: [],
  stopReason: "finalized",
})

async function runOurs(count: number, more: Partial<SpdRagConfig> = {}): Promise<void> {
  const rag = spdRag({
    vectorStore: namesOnly(count),
    coordinator: { plan: async () => ({ tasks: ["x"], synthesisDirective: "" }) },
    agent: instantAgent,
    ...more,
    synthesizer: async ({ findings }) => {
      const documentIds = findings.map(({ documentId }) => documentId)
      const children = documentIds.map((documentId) => ({ kind: "findings", documentId, tokens: 1 }) as const)
      const text = String(findings.length)
      const tree = { kind: "merge", round: 1, text, tokens: 1, children, documentIds, evidence: [] } as const
      return { text, citations: [], tree, warnings: [] }
    },
  })
  const answer = await rag.ask("x?")
  if (answer.text !== String(count)) throw new Error(`expected ${count} findings, got ${answer.text}`)
}

const callsADocument = 5
/** Answers at once, so that what is measured is what the run does with a call. */
const instantModel: LLM = {
  modelId: "instant",
  contextWindow: 100_000,
  generate: async () => ({ text: "x", finishReason: "stop", usage: { inputTokens: 1, outputTokens: 1 } }),
}
const callingAgent: DocumentAgent = async (task) => {
  const llm = task.calls!.llm(instantModel)
  for (let call = 0; call < callsADocument; call++) {
    await llm.generate({
      messages: [{ role: "user", content: `${task.document.id} ${call}` }],
      signal: task.signal,
    })
  }
  return instantAgent(task)
}

/** Microseconds of processor that a call takes beyond the model, by what the run does with it. */
async function measureCalls(): Promise<void> {
  trace.setGlobalTracerProvider(new BasicTracerProvider())
  const count = 1_000
  const ways: readonly (readonly [string, () => Promise<Partial<SpdRagConfig>>])[] = [
    ["neither", async () => ({})],
    ["a cache", async () => ({ cache: memoryCache() })],
    ["telemetry", async () => ({ telemetry: await openTelemetry() })],
    ["both", async () => ({ cache: memoryCache(), telemetry: await openTelemetry() })],
  ]
  const runs = [
    () => runOurs(count),
    ...ways.map(
      ([, more]) =>
        async () =>
          runOurs(count, { ...(await more()), agent: callingAgent }),
    ),
  ]
  /** The least of eight runs, taken in turn: other programs on the machine and a compiler that has yet to warm up only add. */
  const leastMs = runs.map(() => Number.POSITIVE_INFINITY)
  for (let time = 0; time < 8; time++) {
    for (const [way, run] of runs.entries()) {
      const before = process.cpuUsage()
      await run()
      const { user, system } = process.cpuUsage(before)
      leastMs[way] = Math.min(leastMs[way]!, (user + system) / 1_000)
    }
  }
  const [agentsMs, ...waysMs] = leastMs as [number, ...number[]]
  console.log("\n| with | us a call |\n| --- | ---: |")
  for (const [way, [name]] of ways.entries()) {
    console.log(`| ${name} | ${((1000 * (waysMs[way]! - agentsMs)) / (count * callsADocument)).toFixed(0)} |`)
  }
}

/** The few names of LangGraph.js that are called; its types are not there where it is not installed. */
interface LangGraph {
  readonly START: string
  readonly END: string
  readonly Send: new (node: string, state: object) => object
  readonly Annotation: ((options?: object) => object) & { Root(fields: object): object }
  readonly StateGraph: new (state: object) => GraphBuilder
}
interface GraphBuilder {
  addNode(name: string, run: (state: { findings: string[] }) => Promise<object>): GraphBuilder
  addEdge(from: string, to: string): GraphBuilder
  addConditionalEdges(from: string, route: () => object[]): GraphBuilder
  compile(): { invoke(input: object, options: object): Promise<{ text: string }> }
}

async function runSend(
  { Annotation, END, Send, START, StateGraph }: LangGraph,
  count: number,
): Promise<void> {
  const State = Annotation.Root({
    findings: Annotation({
      reducer: (left: string[], right: string[]) => left.concat(right),
      default: (): string[] => [],
    }),
    text: Annotation(),
  })
  const graph = new StateGraph(State)
    .addNode("agent", async () => ({ findings: ["x"] }))
    .addNode("synthesize", async ({ findings }) => ({ text: String(findings.length) }))
    .addConditionalEdges(START, () =>
      Array.from({ length: count }, (_, i) => new Send("agent", { id: `d${i}` })),
    )
    .addEdge("agent", "synthesize")
    .addEdge("synthesize", END)
    .compile()
  const { text } = await graph.invoke({}, { recursionLimit: 10 })
  if (text !== String(count)) throw new Error(`expected ${count} findings, got ${text}`)
}

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

/** Time, and the highest heap seen above the one before, garbage not yet collected included. */
async function measure(run: () => Promise<void>): Promise<{ ms: number; bytes: number }> {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().heapUsed)
  }, 5)
  const start = performance.now()
  await run()
  const ms = performance.now() - start
  clearInterval(watch)
  return { ms, bytes: Math.max(peak, process.memoryUsage().heapUsed) - before }
}

const langGraph = await peerOf<LangGraph>(
  "@langchain/langgraph",
  () => import("@langchain/langgraph" as string),
)
await runOurs(100)
if (langGraph !== undefined) await runSend(langGraph, 100)
console.log(
  "| documents | spd-rag ms | us a document | heap bytes a document | Send ms | Send heap bytes a document | times |",
)
console.log("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
for (const count of sizes) {
  const ours = await measure(() => runOurs(count))
  const theirs = langGraph && (await measure(() => runSend(langGraph, count)))
  const cells = [
    count,
    ours.ms.toFixed(0),
    ((1000 * ours.ms) / count).toFixed(1),
    (ours.bytes / count).toFixed(0),
    theirs ? theirs.ms.toFixed(0) : "-",
    theirs ? (theirs.bytes / count).toFixed(0) : "-",
    theirs ? (theirs.ms / ours.ms).toFixed(0) : "-",
  ]
  console.log(`| ${cells.join(" | ")} |`)
}
await measureCalls()
