import { EdgeVM } from "@edge-runtime/vm"
import { Document, Packer, Paragraph } from "docx"
import { build } from "esbuild"
import { expect, test } from "vitest"
import type { PackedProject } from "./packed-project"

/** A question over two contracts, with a scripted model and with the stages that need none. */
const asking = `
import { SpdRagError, spdRag } from "spd-rag"
import { offline } from "spd-rag/offline"
import { fakeEmbedder, fakeLLM, fakeReranker, foundReply, planReply, searchReply, shownIn, stageOf } from "spd-rag/testing"

const documents = [30, 60].map((days, at) => {
  const filler = "Nothing of use is said here. ".repeat(400)
  return { id: "contract-" + at, text: filler + "\\n\\nThe buyer pays within " + days + " days.\\n\\n" + filler }
})
const question = "Within how many days does the buyer pay?"

const llm = fakeLLM({ streamPieces: 4, reply(request) {
  const stage = stageOf(request)
  if (stage === "coordinator") return planReply(["State the term."])
  if (stage === "synthesis") return "One in 30 days [E1], the other in 60 [E2]."
  const [quote, days] = /The buyer pays within (\\d+) days\\./.exec(shownIn(request)) ?? []
  return quote === undefined ? searchReply("buyer pays days") : foundReply({ answer: days + " days", quotes: quote })
}})

async function ask(config) {
  const rag = spdRag(config)
  await rag.add(documents)
  const events = []
  for await (const event of rag.stream(question)) events.push(event)
  const { answer } = events.at(-1)
  const verbatim = answer.citations.every(({ documentId, quote, start, end }) => {
    return documents.find(({ id }) => id === documentId).text.slice(start, end) === quote
  })
  return { text: answer.text, statuses: answer.documents.map(({ status }) => status), verbatim,
    citations: answer.citations.length, searches: events.filter(({ type }) => type === "search-end").length }
}

globalThis.answering = (async () => {
  const withModel = await ask({ llm, embedder: fakeEmbedder(), reranker: fakeReranker(),
    agentOptions: { readWholeTokens: 0 }, concurrency: 2 })
  const withoutModel = await ask({ ...offline() })
  const failure = await spdRag(offline()).ask("?").catch((error) => error)
  const reason = new Error("mine")
  const hanging = fakeLLM((request) => new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason))
  }))
  const controller = new AbortController()
  const aborted = spdRag({ llm: hanging })
  await aborted.add(documents)
  const settled = aborted.ask(question, { signal: controller.signal }).catch((error) => error === reason)
  controller.abort(reason)
  return JSON.stringify({ withModel, withoutModel, failed: SpdRagError.isInstance(failure), aborted: await settled })
})()
`

/** A question answered inside of the edge runtime, which has web standards and nothing else. */
export function edgeTests(project: () => PackedProject): void {
  test("an edge runtime answers questions, also one that names what it refuses, as Next's does", async () => {
    const { outputFiles } = await build({
      stdin: { contents: asking, resolveDir: project().folder, loader: "js" },
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
      logLevel: "silent",
    })
    for (const vm of [new EdgeVM(), refusingVM()]) {
      expect(vm.evaluate("typeof MessageChannel")).not.toBe("object")
      vm.evaluate(outputFiles[0]?.text ?? "")
      const { withModel, withoutModel, failed, aborted } = JSON.parse(await vm.evaluate("answering"))
      expect(withModel).toEqual({
        text: "One in 30 days [1], the other in 60 [2].",
        statuses: ["answered", "answered"],
        verbatim: true,
        citations: 2,
        searches: 2,
      })
      expect(withoutModel).toMatchObject({ statuses: ["answered", "answered"], verbatim: true, citations: 2 })
      expect([failed, aborted]).toEqual([true, true])
    }
  })
}

const reading = `
import { loadDocuments } from "spd-rag/files"

globalThis.read = async (docx) => {
  const documents = []
  const files = [
    new File(["# Lease"], "a.md"),
    { bytes: new TextEncoder().encode("a,b\\n1,2"), name: "rows", type: "text/csv" },
    { bytes: new Uint8Array(docx), name: "c.docx" },
  ]
  const failures = []
  const onError = ({ path, reason }) => failures.push([path, reason])
  for await (const { id, text } of loadDocuments(files, { onError })) documents.push([id, text])
  const refused = await loadDocuments("a.txt").next().catch(({ name, argument }) => [name, argument])
  return JSON.stringify({ documents, failures, refused })
}
`

/** Files of kinds that need no package, read there; what is packed can't be. */
export function edgeFileTests(project: () => PackedProject): void {
  test("an edge runtime reads files that are no paths", async () => {
    const { outputFiles } = await build({
      stdin: { contents: reading, resolveDir: project().folder, loader: "js" },
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
      external: ["parse5", "unpdf", "numfmt", "postal-mime", "jschardet", "@e965/xlsx"],
      logLevel: "silent",
    })
    const paragraph = new Paragraph("It ends in May.")
    const docx = await Packer.toBuffer(new Document({ sections: [{ children: [paragraph] }] }))
    const vm = refusingVM()
    vm.evaluate(outputFiles[0]?.text ?? "")
    expect(JSON.parse(await vm.evaluate(`read(${JSON.stringify([...docx])})`))).toEqual({
      documents: [
        ["a.md", "# Lease"],
        ["rows", "| a | b |\n| --- | --- |\n| 1 | 2 |"],
      ],
      // It has no DecompressionStream.
      failures: [["c.docx", "unsupported"]],
      refused: ["InvalidArgumentError", "sources"],
    })
  })
}

/** Names of Node that throw once they are called, and WebAssembly that can't be compiled. */
function refusingVM(): EdgeVM {
  const vm = new EdgeVM({ codeGeneration: { strings: false, wasm: false } })
  vm.evaluate(`
    for (const name of ["setImmediate", "clearImmediate", "MessageChannel", "MessagePort", "BroadcastChannel"]) {
      const refuse = () => { throw new Error("A Node.js API is used (" + name + ") which is not supported.") }
      Object.defineProperty(globalThis, name, { get: () => function () { refuse() } })
    }
    Object.defineProperty(globalThis, "process", {
      value: { get getBuiltinModule() { throw new Error("A Node.js API is used which is not supported.") } },
    })
    for (const name of ["Module", "compile", "instantiate"]) WebAssembly[name] = function () { throw new Error("no") }
  `)
  return vm
}
