import fc from "fast-check"
import { InvalidOutputError } from "spd-rag"
import { type FakeReply, fakeLLM, promptOf } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { generateJson } from "../../src/calls/generate-json"
import { type ReplySchema, replySchema } from "../../src/calls/reply-schema"

const schema = replySchema(z.object({ list: z.array(z.string()) }))
const GOOD = { json: { list: ["a"] } }
const quarter = (text: string) => Math.ceil(text.length / 4)

/** As zod infers it. */
interface List {
  list: string[]
}

function ask(
  reply: readonly FakeReply[],
  contextWindow = 100_000,
  maxOutputTokens = 1_000,
  shape: ReplySchema<List> = schema,
) {
  const llm = fakeLLM({ reply, contextWindow })
  const messages = [{ role: "user", content: "List." }] as const
  return {
    llm,
    result: generateJson({
      llm,
      messages,
      schema: shape,
      maxOutputTokens,
      temperature: 0,
      countTokens: quarter,
    }),
  }
}

describe("generateJson", () => {
  it("asks again with twice the room where a reply was cut, and with no more than the window has", async () => {
    const cut: FakeReply = { text: '{"list": ["a", "b', finishReason: "length" }
    const wide = ask([cut, GOOD])
    expect((await wide.result).value).toEqual({ list: ["a"] })
    expect(wide.llm.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([1_000, 2_000])
    const narrow = ask([cut, GOOD], 1_800)
    await narrow.result
    expect(narrow.llm.calls[1]?.maxOutputTokens).toBeLessThan(1_500)
    expect(narrow.llm.calls[1]?.maxOutputTokens).toBeGreaterThan(1_000)
  })

  it("does not pay twice to the limit for a reply that goes round", async () => {
    const circle: FakeReply = { text: `{"list": [${'"a", '.repeat(200)}`, finishReason: "length" }
    const { llm, result } = ask([circle, GOOD])
    await result
    expect(llm.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([1_000, 500])
  })

  describe("in brief", () => {
    const brief = { json: { type: "object", title: "brief" }, remark: "Leave the list out." }
    const inPart = {
      ...schema,
      brief,
      join: (later: List, earlier: List) => ({ value: { ...earlier, ...later } }),
    }
    const circle: FakeReply = { text: `{"list": [${'"a", '.repeat(200)}`, finishReason: "length" }
    const unsettled: FakeReply = { text: '{"list": "a', finishReason: "length" }
    const settled: FakeReply = { text: '{"list": ["a"], "more": ["b", "c', finishReason: "length" }

    it.each([
      ["a reply that went round", circle, true, 500],
      ["one that was cut before any of it could be used", unsettled, true, 2_000],
      ["one that was cut behind what could be used", settled, false, 2_000],
      ["one that is no JSON", { text: "no" }, false, 1_000],
    ])("asks again after %s: %#", async (_, reply, isBrief, room) => {
      const { llm, result } = ask([reply, GOOD], 100_000, 1_000, inPart)
      expect((await result).value).toEqual({ list: ["a"] })
      const second = llm.calls[1]!
      expect(second.jsonSchema).toEqual(isBrief ? brief.json : schema.json)
      expect(promptOf(second).includes(brief.remark)).toBe(isBrief)
      expect(second.maxOutputTokens).toBe(room)
    })
  })

  it("of a field that goes round keeps what stood before, also where both replies do", async () => {
    const rounds = (start: string): FakeReply => ({
      text: `${start}${", 1".repeat(80)}`,
      finishReason: "length",
    })
    const said: ReplySchema<{ list: string[] }> = { ...schema, join: (later) => ({ value: later }) }
    const { result } = ask([rounds('{"list": ["b'), rounds('{"list": ["ten')], 100_000, 1_000, said)
    const { value, problem } = await result
    expect(value).toEqual({ list: ["ten, 1,"] })
    expect(problem).toBeUndefined()
  })

  it("keeps the second request within the window, whatever the reply was and whatever is wrong with it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("{}", '{"list": [1]}', "word ", "[", '{"list": "x"}'),
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1_600, max: 30_000 }),
        async (unit, count, contextWindow) => {
          const { llm, result } = ask([unit.repeat(count), GOOD], contextWindow)
          await result.catch((error: unknown) => expect(error).toBeInstanceOf(InvalidOutputError))
          for (const request of llm.calls) {
            expect(quarter(promptOf(request)) + request.maxOutputTokens!).toBeLessThanOrEqual(contextWindow)
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  it("fails with a typed error after two replies that can't be read", async () => {
    const { result } = ask(["no", "no"])
    await expect(result).rejects.toMatchObject({ name: "InvalidOutputError", reason: "malformed" })
  })
})
