import { describe, expect, it } from "vitest"
import {
  createCoordinator,
  createDocumentSearch,
  recursiveSynthesize,
  runDocumentAgent,
  splitTextYielding,
} from "../../src"
import { memoryVectorStore } from "../../src/adapters/memory"
import { agentReplySchema } from "../../src/agent/reply/schema"
import { generateJson } from "../../src/calls/generate-json"
import { SpdRagError } from "../../src/errors"
import { spdRag } from "../../src/spd-rag"
import { fakeEmbedder, fakeLLM, findingsIn, foundReply, planReply, shownIn, stageOf } from "../../src/testing"
import { findingsOf } from "../support/findings"
// Before the code that it counts.
import { slowAsyncRuns } from "./runs"

/** Of each sort of what made functions slow, one. */
const runs = [
  "\n",
  " ",
  ".",
  "a ",
  "A. ",
  "|",
  "> ",
  "```\n",
  "[E1",
  "[[E9]",
  '"',
  "\\n",
  "<b>",
  "\n<think>",
  "1,",
  "\u0301",
  "\u4e2d",
  "P1: ",
]

const question = "What is the fee?"
const plan = { tasks: ["State the fee."], synthesisDirective: "One line." }
const store = memoryVectorStore()
const countTokens = (text: string) => Math.ceil(text.length / 4)
const window = 60_000

/** A document as `spdRag` stores it, and the agent of it. */
async function readWith(text: string, reply: string, readWholeTokens: number): Promise<unknown> {
  const rag = spdRag({
    llm: fakeLLM({ reply: () => "unused" }),
    embedder: fakeEmbedder(),
    vectorStore: store,
    countTokens,
  })
  await rag.add({ id: "d", title: text.slice(0, 200), text: `The fee is 30 euros. ${text}` })
  const document = (await store.get({ documentId: "d" }))!
  const search = createDocumentSearch({ document, vectorStore: store, embedder: fakeEmbedder() })
  const llm = fakeLLM({ contextWindow: window, reply: () => reply, countTokens: false })
  return runDocumentAgent({ document, question, plan, llm, search, countTokens, readWholeTokens }).catch(
    () => {},
  )
}

const readers: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  splitTextYielding: (text) => splitTextYielding(text, { chunkTokens: 60, overlapTokens: 15 }),
  "createCoordinator, a question and its reply": (text) =>
    createCoordinator({
      llm: fakeLLM({
        reply: () => `{"tasks": ["${text}"], "synthesisDirective": "s"} ${text}`,
        countTokens: false,
      }),
    })
      .plan({ question: `a ${text}` })
      .catch(ours),
  "generateJson, a reply that is of no use": (text) =>
    generateJson({
      llm: fakeLLM({ reply: () => text, countTokens: false }),
      messages: [{ role: "user", content: "q" }],
      schema: agentReplySchema(plan, { maySearch: true, hasRead: true }),
      maxOutputTokens: 4_000,
      temperature: 0,
      countTokens,
    }).catch(ours),
  "runDocumentAgent, a document that is shown whole": (text) =>
    readWith(text, JSON.stringify(foundReply({ answer: "30", quotes: "The fee is 30 euros." }).json), 50_000),
  "runDocumentAgent, what a reply quotes and says": (text) =>
    readWith(
      "Nothing else.",
      JSON.stringify(foundReply({ answer: text, quotes: `fee ${text}` }).json),
      50_000,
    ),
  "runDocumentAgent, a reply that is no JSON": (text) => readWith("Nothing else.", text, 50_000),
  "recursiveSynthesize, findings": (text) => synthesize(text, "Merged [E1]."),
  "recursiveSynthesize, what a model makes of them": (text) => synthesize("30 euros", `${text} [E1]`),
  "a whole run": async (text) => {
    const llm = fakeLLM({
      countTokens: false,
      reply(request) {
        if (stageOf(request) === "coordinator") return planReply([`State ${text.slice(0, 300)}.`])
        if (stageOf(request) === "synthesis")
          return findingsIn(request)
            .map(({ markers }) => `${text} ${markers}`)
            .join("\n")
        return foundReply({ answer: text, quotes: shownIn(request).slice(0, 200) })
      },
    })
    const rag = spdRag({ llm, countTokens })
    await rag.add([
      { id: text.slice(0, 200), title: text.slice(0, 200), text },
      { id: "other", text: "The fee is 30 euros." },
    ])
    return rag.ask(question).catch(ours)
  },
}

function synthesize(body: string, reply: string): Promise<unknown> {
  const findings = [0, 1, 2].map((index) =>
    findingsOf(index, `${index} ${body}`, { quote: `${index} ${body}` }),
  )
  const llm = fakeLLM({ contextWindow: window, reply: () => reply, countTokens: false })
  return recursiveSynthesize({ question, directive: "One line.", findings, llm, countTokens })
}

/** Some texts can't be used, which is said; anything else is a fault. */
function ours(error: unknown): void {
  if (!SpdRagError.isInstance(error)) throw error
}

describe("stages are linear in every text", () => {
  it.each(Object.entries(readers))("%s", async (name, read) => {
    const result = await read("warm up 1.")
    expect(result === undefined).toBe(/no use|no JSON/.test(name))
    expect(await slowAsyncRuns(runs, read)).toEqual([])
  })
})
