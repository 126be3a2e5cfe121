import { type DocumentAgentError, type Findings, type Plan, spdRag } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { type FakeReply, fakeLLM, foundReply } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { createDocumentSearch, runDocumentAgent } from "../../src"

const TEXT =
  "Supply contract. The buyer pays within 30 days. This contract is governed by the laws of Ireland."
const PLAN: Plan = {
  tasks: ["State the payment term.", "State the governing law.", "State the penalty."],
  synthesisDirective: "",
}
const TERM = { quotes: ["The buyer pays within 30 days."], answer: "30 days" }
const LAW = { quotes: ["governed by the laws of Ireland"], answer: "Ireland" }
const NONE = { quotes: [], answer: "" }
const GOOD = { answers: { task1: TERM, task2: LAW, task3: NONE }, relevance: 0.9 }
const J = JSON.stringify(GOOD)
const LISTED = [
  { task: 1, status: "found", ...TERM },
  { task: 2, status: "found", ...LAW },
  { task: 3, status: "not-found", ...NONE },
]
const listed = (change: (entry: (typeof LISTED)[number]) => object) =>
  JSON.stringify({ relevance: 0.9, answers: LISTED.map(change) })

/** Replies that models give, or are known to give, to the same effect. */
const replies: readonly (readonly [string, string | FakeReply])[] = [
  ["the shape itself", J],
  ["a thinking block before it", `<think>Braces {like} "these" and {"answers": {}}.</think>\n\n${J}`],
  ["a fence between words", `Here is the report:\n\n\`\`\`json\n${J}\n\`\`\`\nLet me know about {anything}.`],
  ["the object twice", `${J}\n${J}`],
  ["an array around it", `[${J}]`],
  ["a tool call", JSON.stringify({ name: "report", arguments: GOOD })],
  ["a tool call with its arguments as text", JSON.stringify([{ function: { name: "r", arguments: J } }])],
  ["a wrapper", JSON.stringify({ response: GOOD })],
  ["commas too many", J.replaceAll("]", ",]").replaceAll("}", ",}")],
  ["raw line breaks in strings", J.replace("30 days.", "30\ndays.").replace("laws of", "laws\nof")],
  ["Python's literals", J.replaceAll('""', "None").replaceAll('"', "'")],
  ["comments", J.replace('"relevance"', '// sure\n"relevance"')],
  ["a list of answers", listed((entry) => entry)],
  ["numbers of tasks as text", listed((entry) => ({ ...entry, task: `Task ${entry.task}` }))],
  ["tasks from 0", listed((entry) => ({ ...entry, task: entry.task - 1 }))],
  ["tasks by their words", listed((entry) => ({ ...entry, task: PLAN.tasks[entry.task - 1] }))],
  ["a list without names", listed(({ quotes, answer }) => ({ quotes, answer }))],
  ["null and absent lists", J.replace('"quotes":[],', "").replace('"answer":""', '"answer":null')],
  ["one text for a list", J.replaceAll(/\[("[^"]*")\]/g, "$1")],
  ["9 of 10", J.replace("0.9", '"9/10"')],
  [
    "other spellings of a status",
    listed((entry) => ({ ...entry, status: entry.status.replace("-", " ").toUpperCase() })),
  ],
  ["words for nothing", J.replace('"answer":""', '"answer":"Not mentioned in the document."')],
  ["entries at the top", JSON.stringify({ task_1: TERM, task_2: LAW, task_3: NONE, relevance: 0.9 })],
  ["a list of answers alone", JSON.stringify(LISTED)],
  ["one answer a line", LISTED.map((entry) => JSON.stringify(entry)).join("\n")],
  [
    "fields of an entry apart",
    JSON.stringify({
      task1_quotes: TERM.quotes,
      task1_answer: TERM.answer,
      task2_quotes: LAW.quotes,
      task2_answer: LAW.answer,
      task3_answer: "",
    }),
  ],
  [
    "tasks by number and words",
    JSON.stringify({
      answers: Object.fromEntries(
        [TERM, LAW, NONE].map((entry, index) => [`${index + 1}. ${PLAN.tasks[index]}`, entry]),
      ),
    }),
  ],
  ["tasks by letters", JSON.stringify({ answers: { a: TERM, b: LAW, c: NONE } })],
  ["objects for quotes", J.replaceAll(/\[("[^"]*")\]/g, '[{"quote":$1}]')],
  ["a task left out", JSON.stringify({ answers: { task1: TERM, task2: LAW } })],
  ["a cut reply", { text: J.slice(0, J.indexOf("task3")), finishReason: "length" }],
]

async function read(reply: string | FakeReply): Promise<{ calls: number; findings: Findings | undefined }> {
  const vectorStore = memoryVectorStore()
  await spdRag({ llm: fakeLLM([]), vectorStore }).add({ id: "contract", text: TEXT })
  const document = (await vectorStore.get({ documentId: "contract" }))!
  const llm = fakeLLM(() => reply)
  const search = createDocumentSearch({ document, vectorStore })
  const findings = await runDocumentAgent({ document, search, llm, question: "Terms?", plan: PLAN }).catch(
    (error: unknown) => (error as DocumentAgentError).findings,
  )
  return { calls: llm.calls.length, findings }
}

describe("replies that mean the same", () => {
  it.each(replies)("%s", async (_, reply) => {
    const { findings } = await read(reply)
    expect(findings?.answers.map(({ answer }) => answer)).toEqual(["30 days", "Ireland", ""])
    expect(findings?.answers.map(({ quotes }) => quotes.length)).toEqual([1, 1, 0])
  })

  it("need a second call where something is missing, and nowhere else", async () => {
    const again: string[] = []
    for (const [name, reply] of replies) if ((await read(reply)).calls > 1) again.push(name)
    expect(again).toEqual(["a task left out", "a cut reply"])
  })

  it("a task that stays unanswered is unread, and costs the others nothing", async () => {
    const { findings } = await read(JSON.stringify({ answers: { task1: TERM, task2: LAW } }))
    expect(findings?.answers.map(({ found, unread }) => [found, unread])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, true],
    ])
  })

  it.each<[string, string]>([
    ["megabytes of words", "word ".repeat(400_000)],
    ["only thinking", `<think>${"hm ".repeat(1_000)}`],
    [
      "the schema itself",
      JSON.stringify({
        type: "object",
        properties: { answers: { properties: { task1: { type: "object" } } } },
      }),
    ],
    ["an endless list", `{"answers": [${'{"task": 9, "answer": "x"}, '.repeat(20_000)}`],
    ["another tool", JSON.stringify({ name: "search_web", arguments: { url: "x" } })],
  ])("%s is a failure of that document after two calls", async (_, reply) => {
    expect(await read(reply)).toEqual({ calls: 2, findings: undefined })
  })

  it("what a builder of replies gives is read as it is", async () => {
    const { calls, findings } = await read(foundReply(TERM, LAW, undefined))
    expect(calls).toBe(1)
    expect(findings?.answers.map(({ found }) => found)).toEqual([true, true, false])
  })
})
