import fc from "fast-check"
import { expect, test } from "vitest"
import { childOf, findElement, parseXml, textOf, xmlUnits } from "../../../src/files/xml"

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
const strictWord = "http://purl.oclc.org/ooxml/wordprocessingml/main"

test("names go by the namespace, not by the prefix that the file chose", () => {
  for (const [prefix, space] of [
    ["w", word],
    ["ns0", word],
    ["x", strictWord],
  ] as const) {
    const root = parseXml(`<${prefix}:p xmlns:${prefix}="${space}" ${prefix}:id="1" id="2"/>`)
    expect([root.name, root.attributes]).toEqual(["w:p", { "w:id": "1", id: "2" }])
  }
  const inner = parseXml(`<a xmlns="${word}"><b xmlns=""/><c/></a>`)
  expect(inner.children.map((child) => typeof child !== "string" && child.name)).toEqual(["b", "w:c"])
})

test("references, CDATA, comments, instructions and a document type are read as XML has them", () => {
  const root = parseXml(
    `\ufeff<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "<c>">]><a t='"&#x1F61C;'>&lt;&#65;&amp;amp;<!-- <x> --><![CDATA[<&]]>&b;<?x <y ?></a>`,
  )
  expect(textOf(root)).toBe("<A&amp;<&&b;")
  expect(root.attributes.t).toBe('"\u{1f61c}')
})

test("any text and attribute comes back as it was written", () => {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (unit) => `&#${unit.charCodeAt(0)};`)
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, value) => {
      const root = parseXml(`<a v="${escaped(value)}">${escaped(text)}</a>`)
      expect([textOf(root), root.attributes.v]).toEqual([text, value])
    }),
  )
})

test("units come one by one without being kept, with what is inside of them", () => {
  const units = xmlUnits("<r><u>1</u><x><u>2<u>3</u></u></x><y/></r>", new Set(["u"]))
  const texts: string[] = []
  for (;;) {
    const step = units.next()
    if (!step.done) texts.push(textOf(step.value))
    else {
      expect(findElement(step.value, "u")).toBeUndefined()
      expect(childOf(step.value, "y")).toBeDefined()
      break
    }
  }
  expect(texts).toEqual(["1", "23"])
})

test.each([
  "",
  "text",
  "<a>",
  "<a></b>",
  "</a>",
  "<a",
  "<a b>",
  "<a b='>",
  "<a><!-- </a>",
  "<>",
  "<a>".repeat(500),
])("%s is damaged", (text) => {
  expect(() => parseXml(text)).toThrow(expect.objectContaining({ reason: "damaged" }))
})
