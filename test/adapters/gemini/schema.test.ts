import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { geminiSchema } from "../../../src/adapters/gemini/schema"
import type { JSONSchema } from "../../../src/contracts"

const REFUSED = [
  "$schema",
  "const",
  "oneOf",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "pattern",
  "default",
  "minLength",
]

const toJson = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input" }) as JSONSchema

/** Every key that stands where a keyword may. */
function keywords(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywords)
  if (typeof schema !== "object" || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === "properties" || key === "$defs") return [key, ...Object.values(value).flatMap(keywords)]
    return [key, ...keywords(value)]
  })
}

describe("a schema for Gemini", () => {
  it("turns what it can't say into what it can", () => {
    const schema = toJson(
      z.object({
        kind: z.literal("a"),
        count: z.int().positive(),
        share: z.number().gt(0).lt(1),
        when: z.iso.date(),
        note: z.string().min(1).default("none"),
        maybe: z.string().nullable(),
        either: z.discriminatedUnion("t", [z.object({ t: z.literal(1) }), z.object({ t: z.literal(2) })]),
        pair: z.tuple([z.string(), z.number()]),
      }),
    )
    const cleaned = geminiSchema(schema)
    expect(keywords(cleaned).filter((keyword) => REFUSED.includes(keyword))).toEqual([])
    expect(cleaned.properties).toMatchObject({
      kind: { type: "string", enum: ["a"] },
      count: { type: "integer", minimum: 1 },
      share: { type: "number", minimum: 0, maximum: 1 },
      when: { type: "string", format: "date" },
      either: { anyOf: [{ properties: { t: { enum: [1] } } }, { properties: { t: { enum: [2] } } }] },
      pair: { prefixItems: [{ type: "string" }, { type: "number" }] },
    })
    expect((cleaned.properties as { count: object }).count).not.toHaveProperty("maximum")
  })

  it("asks for properties in the order they are given, at every level", () => {
    const nested = { type: "object", properties: { z: { type: "string" }, a: { type: "string" } } }
    const schema = {
      type: "object",
      properties: { reasoning: { type: "string" }, answers: { type: "array", items: nested } },
    }
    expect(geminiSchema(schema)).toMatchObject({
      propertyOrdering: ["reasoning", "answers"],
      properties: { answers: { items: { propertyOrdering: ["z", "a"] } } },
    })
  })

  it("keeps properties that are named like keywords", () => {
    const schema = { type: "object", properties: { const: { type: "string" }, pattern: { const: "x" } } }
    expect(geminiSchema(schema)).toEqual({
      type: "object",
      properties: { const: { type: "string" }, pattern: { type: "string", enum: ["x"] } },
      propertyOrdering: ["const", "pattern"],
    })
  })

  it("leaves nothing beside a reference, and finds draft-7 definitions", () => {
    const schema = {
      definitions: {
        node: { type: "object", properties: { next: { $ref: "#/definitions/node", title: "x" } } },
      },
      type: "object",
      properties: { first: { $ref: "#/definitions/node" } },
    }
    expect(geminiSchema(schema)).toMatchObject({
      $defs: { node: { properties: { next: { $ref: "#/$defs/node" } } } },
      properties: { first: { $ref: "#/$defs/node" } },
    })
    expect(JSON.stringify(geminiSchema(schema))).not.toMatch(/definitions|title/)
  })

  it("never changes the schema it is given, and changes nothing the second time", () => {
    const leaf = fc.constantFrom<JSONSchema>(
      { type: "string", pattern: "x", default: "y" },
      { const: 3 },
      { const: null },
      { const: true },
      { type: "integer", exclusiveMinimum: 2.5 },
      { type: "string", nullable: true },
    )
    const { schema } = fc.letrec<{ schema: JSONSchema }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.record({ type: fc.constant("array"), items: tie("schema") }),
        fc.record({ oneOf: fc.array(tie("schema"), { maxLength: 3 }) }),
        fc.record({
          type: fc.constant("object"),
          properties: fc.dictionary(fc.string(), tie("schema"), { maxKeys: 3 }),
        }),
      ),
    }))
    fc.assert(
      fc.property(schema, (given) => {
        const before = structuredClone(given)
        const cleaned = geminiSchema(given)
        expect(given).toEqual(before)
        expect(keywords(cleaned).filter((keyword) => REFUSED.includes(keyword))).toEqual([])
        expect(geminiSchema(cleaned)).toEqual(cleaned)
      }),
    )
  })
})
