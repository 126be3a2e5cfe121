import { expect, it, vi } from "vitest"
import { cohereEmbedder } from "../../src/adapters/cohere"
import { gemini } from "../../src/adapters/gemini"

const missing = vi.hoisted(() => () => {
  throw Object.assign(new Error("Cannot find the package"), { code: "ERR_MODULE_NOT_FOUND" })
})
vi.mock("@google/genai", missing)
vi.mock("cohere-ai", missing)

it.each([
  [
    "@google/genai",
    () => gemini({ model: "m", apiKey: "k" }).generate({ messages: [{ role: "user", content: "a" }] }),
  ],
  ["cohere-ai", () => cohereEmbedder({ apiKey: "k" }).embed({ texts: ["a"], purpose: "query" })],
])("without %s the first call says what to install", async (name, call) => {
  const error = await call().catch((failure) => failure)
  expect(error).toMatchObject({ name: "InvalidArgumentError", argument: name })
  expect(error.message).toContain(`npm install ${name}@^`)
})
