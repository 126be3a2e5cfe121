import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { openModel } from "../../src/cli/model/open-model"
import { startAnthropicServer } from "../adapters/ai-sdk/anthropic-server"
import { startOpenAIServer } from "../adapters/ai-sdk/server"
import { geminiError, startGeminiServer } from "../adapters/gemini/server"
import { codeWordText, geminiCodeWords } from "../adapters/kit/code-words"
import type { FaultServer } from "../adapters/kit/fault-server"
import { documentText } from "../support/model"
import { folderOf, run } from "./run"

const words = ["alpha", "bravo", "charlie"]
const question = "What are the code words?"
const model = ["--model", "gemini:gemini-2.5-flash"]

let google: FaultServer
let openai: FaultServer
let anthropic: FaultServer
let env: { readonly [name: string]: string }
let cwd: string
beforeAll(async () => {
  google = await startGeminiServer({ reply: geminiCodeWords, keys: ["gemini-key"] })
  openai = await startOpenAIServer({ reply: codeWordText })
  anthropic = await startAnthropicServer({ reply: codeWordText, key: "anthropic-key" })
  env = { GEMINI_API_KEY: "gemini-key", GOOGLE_GEMINI_BASE_URL: google.url }
})
afterAll(() => Promise.all([google, openai, anthropic].map((server) => server.close())))
beforeEach(async () => {
  google.always(undefined)
  cwd = await folderOf(Object.fromEntries(words.map((word) => [`docs/${word}.txt`, documentText(word)])))
})

describe("ask with a model", () => {
  test("has the answer written, with quotes, what it will cost and what it has cost", async () => {
    const { exitCode, stdout, stderr } = await run(cwd, ["ask", question, "docs", ...model], { env })
    expect(exitCode).toBe(0)
    for (const [index, word] of words.entries()) {
      expect(stdout).toContain(`${word} [${index + 1}]`)
      expect(stdout).toMatch(
        new RegExp(
          `^\\[${index + 1}\\] ${word}.txt \\(docs/${word}.txt\\), .*\n    "The code word of this`,
          "m",
        ),
      )
    }
    expect(stdout).toMatch(/^Tokens: [\d,]+ in the documents, [\d,]+ of a model, \$0\.\d+$/m)
    expect(stderr).toMatch(/^Estimate: 3 documents to read, 5 to \d+ calls, .* cost 0\.0\d to 0\.\d\d$/m)
    expect(stderr).toMatch(/^Reading {2}3\/3 · [\d,]+ tokens · \$0\.\d+$/m)
    expect(stderr).not.toContain("Offline")
  })

  test("on a terminal writes the answer while it comes, and once", async () => {
    let early = ""
    const { stdout } = await run(cwd, ["ask", question, "docs", ...model], {
      env,
      isTTY: true,
      onOutput: (written) => {
        if (!written.includes("Citations")) early = written
      },
    })
    expect(early).toContain("charlie [3]")
    expect(stdout.split("alpha [1]")).toHaveLength(2)
    expect(stdout).toContain("\u001b[1mCitations\u001b[22m")
  })

  test("keeps what it paid for, and --resume does not pay for it again", async () => {
    const before = google.requests.length
    await run(cwd, ["ask", question, "docs", ...model], { env })
    const paid = google.requests.length - before
    expect(await readdir(join(cwd, ".spd-rag"))).toEqual([".gitignore", "calls"])
    const again = await run(cwd, ["ask", question, "docs", ...model, "--resume"], { env })
    expect(google.requests.length - before).toBe(paid)
    expect(again.stdout).toContain(`; ${paid} calls kept from before`)
    // Without the flag the question is asked anew.
    await run(cwd, ["ask", question, "docs", ...model], { env })
    expect(google.requests.length - before).toBe(2 * paid)
  })

  test("that Ctrl-C stops says what was read, and goes on from there with --resume", async () => {
    const controller = new AbortController()
    const before = google.requests.length
    const argv = ["ask", question, "docs", ...model, "--concurrency", "1"]
    const stopped = await run(cwd, argv, {
      env,
      signal: controller.signal,
      onOutput: (_, stderr) => {
        if (stderr.includes("Reading  2/3")) controller.abort(new Error("Interrupted."))
      },
    })
    expect([stopped.exitCode, stopped.stdout]).toEqual([130, ""])
    expect(stopped.stderr).toMatch(
      /Stopped\. 2 of 3 documents had been read: 2 answered\. Run the same command with --resume to go on; what was paid is kept\.\n$/,
    )
    const paid = google.requests.length - before
    const { exitCode, stdout } = await run(cwd, [...argv, "--resume"], { env })
    expect(exitCode).toBe(0)
    expect(stdout).toContain("Coverage: 3 answered")
    const kept = Number(/; (\d+) calls kept from before/.exec(stdout)![1])
    expect(kept).toBeGreaterThanOrEqual(paid - 1)
  })

  test("stops reading at --max-cost, answers from what was read, and ends with code 3", async () => {
    const flags = ["--max-cost", "0.0015", "--concurrency", "1"]
    const { exitCode, stdout, stderr } = await run(cwd, ["ask", question, "docs", ...model, ...flags], {
      env,
    })
    expect(exitCode).toBe(3)
    expect(stdout).toMatch(/^Coverage: [12] answered .* \+ [1-3] skipped = 3 documents$/m)
    expect(stderr).toContain("The limit was reached: --resume with a higher --max-cost goes on from here.\n")
  })
})

describe("a model that can't be used is one sentence", () => {
  test.each([
    [
      ["gemini:gemini-2.5-flash"],
      { GEMINI_API_KEY: "wrong-key" },
      1,
      "The key in GEMINI_API_KEY is refused (status 400): put a valid one there.\n",
    ],
    [
      ["gemini:nobody"],
      {},
      1,
      "There is no model gemini:nobody (status 404): check the name after the colon.\n",
    ],
    [
      ["gemini:gemini-9"],
      { flags: "--max-cost 1" },
      2,
      "--max-cost needs the price of gemini-9: put it into the config file, ",
    ],
  ])(
    "%j %j",
    async ([name], { flags = "", ...variables }: Readonly<Record<string, string>>, code, sentence) => {
      const argv = ["ask", question, "docs", "--model", name!, ...flags.split(" ").filter(Boolean)]
      const { exitCode, stdout, stderr } = await run(cwd, argv, { env: { ...env, ...variables } })
      expect([exitCode, stdout]).toEqual([code, ""])
      expect(stderr).toContain(sentence)
      expect(stderr).not.toContain("wrong-key")
      expect(stderr.match(/status 4\d\d/g)?.length ?? 0).toBeLessThanOrEqual(1)
    },
  )

  test("when the service refuses for another reason, its reason is told", async () => {
    google.always(geminiError(400, "FAILED_PRECONDITION", "no"))
    const { exitCode, stderr } = await run(cwd, ["ask", question, "docs", ...model], { env })
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("400 FAILED_PRECONDITION")])
  })
})

describe("by the AI SDK", () => {
  test.each([
    ["openai:gpt-5-mini", () => ({ OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${openai.url}/v1` })],
    [
      "ollama:llama3.2",
      () => ({ OLLAMA_HOST: openai.url, OLLAMA_API_KEY: "key", OLLAMA_CONTEXT_LENGTH: "32768" }),
    ],
  ])("%s answers", async (name, variables) => {
    const { exitCode, stdout, stderr } = await run(cwd, ["ask", question, "docs", "--model", name], {
      env: variables(),
    })
    expect(stderr).toContain("Reading  3/3")
    expect(stdout).toContain("charlie [3]")
    expect(exitCode).toBe(0)
  })

  const ofAnthropic = () => ({
    ANTHROPIC_API_KEY: "anthropic-key",
    ANTHROPIC_BASE_URL: `${anthropic.url}/v1`,
  })

  // The newer models take a schema; the older are given it as a tool.
  test.each([
    ["claude-sonnet-5", ({ output_config }: AnthropicBody) => output_config?.format.type === "json_schema"],
    ["claude-3-haiku-20240307", ({ tools }: AnthropicBody) => tools?.[0]?.name === "json"],
  ])("anthropic:%s answers, and its answer is written while it comes", async (name, asksForJSON) => {
    const before = anthropic.requests.length
    let early = ""
    const argv = ["ask", question, "docs", "--model", `anthropic:${name}`]
    const { exitCode, stdout, stderr } = await run(cwd, argv, {
      env: ofAnthropic(),
      isTTY: true,
      onOutput: (written) => {
        if (!written.includes("Citations")) early = written
      },
    })
    expect(stderr).toContain("3/3")
    expect(early).toContain("charlie [3]")
    expect(stdout).toMatch(/\[3\] charlie\.txt \(docs\/charlie\.txt\)/)
    expect(stdout).toMatch(/^.*[\d,]+ of a model$/m)
    expect(exitCode).toBe(0)
    const bodies: AnthropicBody[] = anthropic.requests.slice(before).map(({ body }) => body)
    const [plan, ...others] = bodies
    expect(asksForJSON(plan!)).toBe(true)
    expect(others.filter(asksForJSON).length).toBeGreaterThanOrEqual(words.length)
    expect(bodies.at(-1)).toMatchObject({ model: name, stream: true })
  })

  test("anthropic: a key that is refused, and a model that nobody knows, are a sentence each", async () => {
    const asked = async (name: string, variables: Readonly<Record<string, string>>) => {
      const argv = ["ask", question, "docs", "--model", name]
      const { exitCode, stderr } = await run(cwd, argv, { env: { ...ofAnthropic(), ...variables } })
      return [exitCode, stderr.split("\n").at(-2)]
    }
    expect(await asked("anthropic:claude-sonnet-5", { ANTHROPIC_API_KEY: "wrong-key" })).toEqual([
      1,
      "The key in ANTHROPIC_API_KEY is refused (status 401): put a valid one there.",
    ])
    expect(await asked("anthropic:missing-1", {})).toEqual([
      1,
      "There is no model anthropic:missing-1 (status 404): check the name after the colon.",
    ])
  })
})

describe("a model on this machine", () => {
  test.each([
    ["8192", undefined, 8_192],
    ["131072", undefined, 16_384],
    ["2048", 1_024, 1_024],
    ["undefined", undefined, 16_384],
  ])("that was trained on %s tokens, with %j asked for, takes %i a call", async (trained, asked, tokens) => {
    const info = `{ architectureMetadata: { context_length: ${trained} } }`
    const folder = await folderOf({
      "a.gguf": "",
      "node_modules/node-llama-cpp/package.json": '{ "type": "module", "exports": "./index.js" }',
      "node_modules/node-llama-cpp/index.js": `export const readGgufFileInfo = async () => (${info})`,
    })
    const { llm } = await openModel("a.gguf", { cwd: folder, env: {}, contextWindow: asked })
    expect(llm.contextWindow).toBe(tokens)
  })

  test("is run by the package of the folder that the command runs in", async () => {
    const folder = await folderOf({
      "a.gguf": "",
      "node_modules/node-llama-cpp/package.json": '{ "type": "module", "exports": "./index.js" }',
      "node_modules/node-llama-cpp/index.js": `export const readGgufFileInfo = async () => ({})
        class OfThisFolder extends Error {}
        export const getLlama = async () => { throw new OfThisFolder() }`,
    })
    const { llm } = await openModel("a.gguf", { cwd: folder, env: {} })
    const request = { messages: [{ role: "user", content: "Hello" }] } as const
    await expect(llm.generate(request)).rejects.toThrow("OfThisFolder")
  })
})

interface AnthropicBody {
  readonly stream?: boolean
  readonly output_config?: { readonly format: { readonly type: string } }
  readonly tools?: readonly { readonly name: string }[]
}
