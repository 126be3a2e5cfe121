import fc from "fast-check"
import { expect, it } from "vitest"
import { unitsOnOneLine } from "../../../src/adapters/kit/http/one-line"
import { withoutRepeated } from "../../../src/adapters/kit/http/repeated"
import { shownWords } from "../../../src/adapters/kit/http/words"

const SECRET = "key-that-nobody-may-see"
const shown = (body: unknown, sent: unknown = "", secrets: readonly string[] = [SECRET]) =>
  shownWords(
    typeof body === "string" ? body : JSON.stringify(body),
    { sent, secrets },
    "maker-model-9000-large",
  )

it.each([
  [{ error: { code: 400, message: "Unknown name.", status: "INVALID_ARGUMENT" } }, "Unknown name."],
  [[{ error: { message: "Of a list." } }], "Of a list."],
  [{ message: "texts must not be empty" }, "texts must not be empty"],
  [{ error: "a plain one" }, "a plain one"],
  [{ error: "Bad Request", message: "the words" }, "the words"],
  [{ detail: [{ loc: ["body", "n"], msg: "n is no integer", type: "int" }] }, "n is no integer"],
  [{ errors: [{ description: "of the first" }, { description: "not this" }] }, "of the first"],
  [{ status: { error: "Wrong input: dimension 3, expected 4" } }, "Wrong input: dimension 3, expected 4"],
  ["  plain\r\n\twords ", "plain words"],
])("the words are found in %j", (body, words) => expect(shown(body)).toBe(words))

it.each([
  "",
  " ",
  "<html>gateway</html>",
  "{broken",
  "{}",
  "null",
  "[]",
  { error: { message: "" } },
  { code: 7 },
])("nothing is shown of %j", (body) => expect(shown(body)).toBeUndefined())

it.each([
  `API key not valid: ${SECRET}.`,
  `<${SECRET}>`,
  "Incorrect API key provided: sk-proj-abcDEF123_456-ghi.",
  "key=AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY&alt=json",
  "Authorization: Bearer abcdefgh.ijklmnop",
  "the token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl is no good",
  "api_key: 4f9d2c7a1b",
  'password="hunter" is wrong',
  "postgres://user:word@db.example/x",
  "user:word@db.example refused",
  "123e4567-e89b-12d3-a456-426614174000",
  "d41d8cd98f00b204e9800998ecf8427e",
])("no key is left of %j", (words) => {
  const line = shown({ message: words })
  expect(line).toContain("[key]")
  for (const secret of [
    SECRET,
    "proj",
    "SyD",
    "abcdefgh",
    "eyJ",
    "4f9d",
    "hunter",
    "word@",
    "e4567",
    "8cd98",
  ]) {
    expect(line).not.toContain(secret)
  }
})

it.each([
  "API key not valid. Please pass a valid API key.",
  "Invalid token: expected a string",
  "The model gpt-4o-mini-2024-07-18 does not take temperature",
  'Unknown name "additionalProperties" at generation_config.response_schema.properties[3]',
  "models/gemini-2.5-flash-preview-04-17 is not found for API version v1beta",
  "maximum context length is 128000 tokens: 131072 requested",
])("words without a key stay whole: %s", (words) => expect(shown({ message: words })).toBe(words))

it("what it repeats of the request is left out, names of fields and of the model are not", () => {
  const text = 'The parties "agree" that the price\nis 4,711,000 dollars.'
  const sent = { model: "maker-model-9000-large", messages: [{ content: text }], responseJsonSchema: {} }
  expect(shown({ message: `Can't parse: ${text} Stop.` }, sent)).toBe("Can't parse: [...] Stop.")
  const names = "maker-model-9000-large knows no responseJsonSchema"
  expect(shown({ message: names }, sent)).toBe(names)
  const loop: { self?: object } = {}
  loop.self = loop
  expect(shown({ message: "what can't be compared is not shown" }, loop)).toBeUndefined()
})

it.each([
  ["with other white space", "The price is\n\n 4,711,000 dollars", "The price is 4,711,000 dollars"],
  [
    "where a word before it makes it whole",
    "word ! !\u{10000} ! !\u{10000}",
    "word  ! !\u{10000} ! !\u{10000}",
  ],
  ["behind a backslash", "C:\\new\\price\\4,711,000", "C:\\new\\price\\4,711,000"],
])("what it repeats of the request is left out %s", (_, content, message) => {
  expect(shown({ message }, { content })).toBe("[...]")
  expect(shown({ message }, content)).toBe("[...]")
})

it("a key that is cut by the length is not shown in part", () => {
  const line = shown({ message: `${"a ".repeat(142)}the key AIzaSyD9tSrke72PouQMnMX7eZSW0jkFMBWY` })
  expect(line).not.toContain("AIza")
  expect(shown({ message: `${"x, ".repeat(331)}q-${SECRET}` })).not.toContain("nobody")
})

it("one line of at most 300 characters, nothing of the request in it, whatever is said and sent", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("\n", "\u202e", '"', "\\", "word ", "\ud800"),
  )
  const text = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(""))
  fc.assert(
    fc.property(text, text, text, fc.nat(40), (before, sent, after, from) => {
      const message = before + sent.slice(from) + after
      const line = shown({ message }, { sent }, [])
      if (line === undefined) return
      expect(line.length).toBeLessThanOrEqual(300)
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Cs}/u)
      for (let at = 0; at + 16 <= line.length; at++) {
        const run = line.slice(at, at + 16)
        if (/[^A-Za-z_]{2}|\d/.test(run.trim())) expect(sent).not.toContain(run)
      }
    }),
    { numRuns: 300 },
  )
})

it("a run is left out wherever it stands in the source, as often as it stands in the text", () => {
  const run = "0123456789abcdef"
  const source = `${"x".repeat(40)}${run}y${run}`
  const never = () => false
  const units = unitsOnOneLine(source, false)
  expect(withoutRepeated(`a${run}b${run}`, units, never)).toBe("a[...]b[...]")
  expect(withoutRepeated(run.slice(1), units, never)).toBe(run.slice(1))
  expect(withoutRepeated("x".repeat(50), units, never)).toBe("[...]")
  expect(withoutRepeated("", units, never)).toBe("")
})
