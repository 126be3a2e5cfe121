import { crc32 } from "node:zlib"
import { expect, test } from "vitest"
import { openZip } from "../../../src/files/kit/zip"
import { zip } from "../fixtures"

const big = "x".repeat(100_000)
const open = (bytes: Uint8Array, limit = 50_000) => openZip(bytes, limit, undefined)
const text = async (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes)

/** Every place where the bytes hold a name. */
function replaceAll(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return new Uint8Array(Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll(from, to), "latin1"))
}

function patched(bytes: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice()
  copy.set(values, at < 0 ? copy.length + at : at)
  return copy
}

test("parts behind the number of them that the end tells are counted", async () => {
  const whole = zip({ "a.xml": "small", "b.xml": big })
  await expect(open(patched(whole, -14, 1, 0, 1, 0))).rejects.toMatchObject({ reason: "too-large" })
})

test("of two parts of one name both are counted, and the last is read", async () => {
  const twice = (first: string, second: string) =>
    replaceAll(zip({ "a1.xml": first, "a2.xml": second }), "a2.xml", "a1.xml")
  await expect(open(twice(big, "small"))).rejects.toMatchObject({ reason: "too-large" })
  const opened = await open(twice("first", "second"))
  expect(opened.names).toEqual(["a1.xml"])
  expect(await text(await opened.read("a1.xml"))).toBe("second")
})

test("a parser that opens the file by itself gets what was counted, whatever local headers say", async () => {
  const name = "a.xml"
  const whole = zip({ [name]: big }, { declaredBytes: 10 })
  const packedBytes = Buffer.from(whole).readUInt32LE(18)
  const central = 30 + name.length + packedBytes
  // The directory says that the part is stored, and its own header that it is deflated.
  const stored = patched(whole, central + 10, 0, 0)
  const sum = crc32(whole.subarray(30 + name.length, central))
  new DataView(stored.buffer).setUint32(central + 16, sum, true)
  const opened = await open(stored)
  const again = await open(opened.repacked())
  expect((await again.read(name))!.length).toBe(packedBytes)
  expect(Buffer.from(opened.repacked()).includes(Buffer.from(big.slice(0, 1000)))).toBe(false)
})

test("packed anew, parts are the same and pictures are left out", async () => {
  const opened = await open(zip({ "a.xml": "one", "\u00e4.xml": "two", "media/b.png": "picture" }))
  const again = await open(opened.repacked())
  expect(again.names).toEqual(["a.xml", "\u00e4.xml"])
  expect(await Promise.all(again.names.map(async (name) => text(await again.read(name))))).toEqual([
    "one",
    "two",
  ])
  expect(await text(await opened.read("media/b.png"))).toBe("picture")
  expect(await opened.read("none")).toBeUndefined()
})

test("sizes that stand in a ZIP64 field are read from there", async () => {
  const whole = Buffer.from(zip({ "a.xml": "hello" }))
  const end = whole.length - 22
  const directory = whole.readUInt32LE(end + 16)
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(BigInt(whole.readUInt32LE(directory + 24)), 4)
  extra.writeBigUInt64LE(BigInt(whole.readUInt32LE(directory + 20)), 12)
  whole.writeUInt32LE(0xffffffff, directory + 20)
  whole.writeUInt32LE(0xffffffff, directory + 24)
  whole.writeUInt16LE(extra.length, directory + 30)
  const opened = await open(
    new Uint8Array(Buffer.concat([whole.subarray(0, end), extra, whole.subarray(end)])),
  )
  expect(await text(await opened.read("a.xml"))).toBe("hello")
})

test("what is cut, is no ZIP file or points outside of it is damaged", async () => {
  const whole = zip({ "a.xml": "hello" })
  for (const bytes of [whole.slice(0, -10), new Uint8Array(30), patched(whole, -6, 255, 255, 255, 0)]) {
    await expect(open(bytes)).rejects.toMatchObject({ reason: "damaged" })
  }
})

test.each([
  ["whose packed bytes are damaged", (at: number) => [at + 31 + "b.xml".length, 255]],
  ["of which a letter is another", (_: number, directory: number) => [directory + 16, 1]],
  ["that is packed in another way", (_: number, directory: number) => [directory + 10, 12]],
  ["that lies outside", (_: number, directory: number) => [directory + 42, 0, 0, 255]],
])("a part %s fails whoever reads it, and the others are whole", async (_, damage) => {
  const bytes = zip({ "a.xml": "one", "b.xml": "two", "c.xml": "three" })
  const places = [
    ...Buffer.from(bytes)
      .toString("latin1")
      .matchAll(/b\.xml/g),
  ].map(({ index }) => index)
  const [at, ...values] = damage(places[0]! - 30, places[1]! - 46)
  const opened = await open(patched(bytes, at!, ...values))
  expect(opened.names.toSorted()).toEqual(["a.xml", "b.xml", "c.xml"])
  expect(await text(await opened.read("c.xml"))).toBe("three")
  const refusal = { reason: "damaged", message: expect.stringContaining("b.xml") }
  await expect(opened.read("b.xml")).rejects.toMatchObject(refusal)
  expect(() => opened.repacked()).toThrow(expect.objectContaining(refusal))
})

test("a file of damaged parts alone is not unpacked to its end", async () => {
  const names = Array.from({ length: 30 }, (_, n) => `${n}.xml`)
  const bytes = zip(Object.fromEntries(names.map((name) => [name, name])))
  const broken = Buffer.from(bytes)
  for (let at = broken.indexOf("PK\u0001\u0002"); at >= 0; at = broken.indexOf("PK\u0001\u0002", at + 1)) {
    broken.writeUInt32LE(1, at + 16)
  }
  await expect(open(new Uint8Array(broken))).rejects.toMatchObject({ reason: "damaged" })
})
