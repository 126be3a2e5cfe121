import { createHash } from "node:crypto"
import { expect, it, vi } from "vitest"

it("is SHA-256 of the UTF-8 form, the same with and without Node", async () => {
  const texts = ["", "abc", "naïveté 合同", "half a pair \ud800", "x".repeat(100_000)]
  const expected = texts.map((text) =>
    createHash("sha256").update(new TextEncoder().encode(text)).digest("hex"),
  )
  const withNode = await import("../../src/runtime/hash")
  expect(await Promise.all(texts.map(withNode.sha256))).toEqual(expected)

  const refusing = {
    get getBuiltinModule(): never {
      throw new Error("A Node.js API is used which is not supported in the Edge Runtime.")
    },
  }
  for (const process of [undefined, {}, refusing]) {
    vi.resetModules()
    vi.stubGlobal("process", process)
    const digest = vi.spyOn(crypto.subtle, "digest")
    try {
      const withoutNode = await import("../../src/runtime/hash")
      expect(await Promise.all(texts.map(withoutNode.sha256))).toEqual(expected)
      expect(digest).toHaveBeenCalledTimes(texts.length)
    } finally {
      vi.unstubAllGlobals()
      digest.mockRestore()
    }
  }
})
