import { deflateRawSync, crc32 as nodeCrc32 } from "node:zlib"
import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { inflateByStream } from "../../../src/files/kit/zip/deflate"

test("bytes are unpacked by web standards as by Node", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
      const unpacked = await inflateByStream(deflateRawSync(bytes), bytes.length)
      expect(Buffer.compare(unpacked, bytes)).toBe(0)
    }),
    { numRuns: 20 },
  )
  const long = new Uint8Array(300_000).fill(7)
  expect(Buffer.compare(await inflateByStream(deflateRawSync(long), long.length), long)).toBe(0)
})

test("more bytes than are allowed end it, and damaged ones are an error", async () => {
  const packed = deflateRawSync(new Uint8Array(1_000_000))
  await expect(inflateByStream(packed, 999_999)).rejects.toMatchObject({ code: "ERR_BUFFER_TOO_LARGE" })
  for (const bytes of [packed.subarray(0, 50), new Uint8Array([7, 7, 7, 7])]) {
    const failed = inflateByStream(bytes, 1_000_000)
    await expect(failed).rejects.toThrow()
    await expect(failed).rejects.not.toMatchObject({ code: "ERR_BUFFER_TOO_LARGE" })
  }
})

test("where nothing can unpack, that is said", async () => {
  vi.stubGlobal("DecompressionStream", undefined)
  const failed = inflateByStream(deflateRawSync(new Uint8Array(1)), 1)
  await expect(failed).rejects.toMatchObject({ name: "LoadFileError", reason: "unsupported" })
  vi.unstubAllGlobals()
})

test("the checksum is the same without Node", async () => {
  vi.stubGlobal("process", { ...process, getBuiltinModule: undefined })
  vi.resetModules()
  const { crc32, inflate } = await import("../../../src/files/kit/zip/deflate")
  vi.unstubAllGlobals()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
      expect(crc32(bytes)).toBe(nodeCrc32(bytes))
    }),
  )
  expect(await inflate(deflateRawSync(new Uint8Array([1, 2])), 2)).toEqual(new Uint8Array([1, 2]))
})
