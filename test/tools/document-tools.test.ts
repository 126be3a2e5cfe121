import { generateText, stepCountIs, type ToolSet } from "ai"
import { MockLanguageModelV3 } from "ai/test"
import { spdRag } from "spd-rag"
import { documentTools } from "spd-rag/tools"
import { describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments, WORDS } from "../support/model"

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}

async function set() {
  const rag = spdRag({ llm: codeWordModel() })
  await rag.add(sevenDocuments())
  return rag
}

describe("documentTools", () => {
  it("are tools of the AI SDK: a model calls one and reads its text", async () => {
    const prompts: string[] = []
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => {
        prompts.push(JSON.stringify(prompt))
        const input = JSON.stringify({ question: "What are the code words?" })
        return prompts.length === 1
          ? {
              content: [{ type: "tool-call", toolCallId: "1", toolName: "ask_documents", input }],
              finishReason: { unified: "tool-calls", raw: undefined },
              usage,
              warnings: [],
            }
          : {
              content: [{ type: "text", text: "done" }],
              finishReason: { unified: "stop", raw: undefined },
              usage,
              warnings: [],
            }
      },
    })
    const tools = documentTools(await set())
    const { text, steps } = await generateText({
      model,
      tools: tools as unknown as ToolSet,
      prompt: "Ask.",
      stopWhen: stepCountIs(3),
    })
    expect(text).toBe("done")
    expect(steps[0]!.toolResults).toHaveLength(1)
    for (const word of WORDS) expect(prompts[1]).toContain(word)
  })

  it("check their input and obey an abort", async () => {
    const tools = documentTools(await set())
    await expect(tools.ask_documents.execute({})).rejects.toThrow(/question/)
    const abortSignal = AbortSignal.abort("enough")
    await expect(tools.ask_documents.execute({ question: "What?" }, { abortSignal })).rejects.toBe("enough")
    expect(await tools.list_documents.execute({ limit: 1 })).toMatchObject({
      total: 7,
      documents: [{ id: "doc-1" }],
    })
  })
})
