import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { quickstart } from "../../examples/quickstart/quickstart"
import { startCohereServer } from "../adapters/cohere/server"
import { startGeminiServer } from "../adapters/gemini/server"
import { geminiCodeWords } from "../adapters/kit/code-words"
import type { FaultServer } from "../adapters/kit/fault-server"
import { documentText } from "../support/model"

const words = ["alpha", "bravo", "charlie"]
let folder: string
let google: FaultServer
let cohere: FaultServer
beforeAll(async () => {
  google = await startGeminiServer({ reply: geminiCodeWords, keys: ["gemini-key"] })
  cohere = await startCohereServer({ keys: ["cohere-key"] })
  folder = await mkdtemp(join(tmpdir(), "quickstart-"))
  for (const word of words) await writeFile(join(folder, `${word}.txt`), documentText(word))
})
afterAll(() => Promise.all([google.close(), cohere.close(), rm(folder, { recursive: true })]))

async function run(provider: string, environment: { readonly [name: string]: string }) {
  let output = ""
  let messages = ""
  const { exitCode, answer } = await quickstart(
    ["--documents", folder, "--question", "What are the code words?", "--provider", provider],
    { write: (text) => (output += text) },
    { write: (text) => (messages += text) },
    undefined,
    { environment, baseUrls: { gemini: google.url, cohere: cohere.url } },
  )
  return { exitCode, answer, output, messages }
}

describe("the quickstart with --provider gemini", () => {
  it("answers with Gemini's models and Cohere's, by the keys of the environment", async () => {
    const { exitCode, answer, output } = await run("gemini", {
      GEMINI_API_KEY: "gemini-key",
      CO_API_KEY: "cohere-key",
    })
    expect(exitCode).toBe(0)
    for (const [index, word] of words.entries()) expect(output).toContain(`${word} [${index + 1}]`)
    expect(output).toContain("Coverage: 3 answered + 0 not-found + 0 partial + 0 failed + 0 skipped = 3")
    expect(Object.keys(answer!.usage.byModel)).toEqual(
      expect.arrayContaining(["gemini-2.5-pro", "gemini-2.5-flash"]),
    )
    expect(cohere.requests.map(({ url }) => url)).toContain("/v2/embed")
  })

  it.each([
    [{}, "GEMINI_API_KEY and CO_API_KEY"],
    [{ GEMINI_API_KEY: "gemini-key" }, "CO_API_KEY"],
    [{ GEMINI_API_KEY: " ", CO_API_KEY: "cohere-key" }, "GEMINI_API_KEY"],
  ])("without a key says in one sentence which, and sends nothing: %j", async (environment, names) => {
    const before = google.requests.length + cohere.requests.length
    expect(await run("gemini", environment)).toEqual({
      exitCode: 2,
      answer: undefined,
      output: "",
      messages: `--provider gemini needs ${names} in the environment. Without --provider no key is needed.\n`,
    })
    expect(google.requests.length + cohere.requests.length).toBe(before)
  })

  it("says once that a key is refused, and does not show it", async () => {
    const environment = { GEMINI_API_KEY: "gemini-key", CO_API_KEY: "wrong-key" }
    const { exitCode, output, messages } = await run("gemini", environment)
    expect([exitCode, output]).toEqual([1, ""])
    expect(messages.match(/status 401|401/g)?.length).toBe(1)
    expect(messages).not.toContain("wrong-key")
  })

  it("names the providers that there are", async () => {
    expect(await run("acme", {})).toMatchObject({
      exitCode: 2,
      messages: 'There is no provider "acme"; there is gemini.\n',
    })
  })
})
