import { expect, test } from "vitest"
import { folderOf, loadAll, loadOne } from "./fixtures"

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex")
const utf32 = (text: string, isLittleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer([...text].length * 4))
  for (const [index, letter] of [...text].entries())
    view.setUint32(index * 4, letter.codePointAt(0)!, isLittleEndian)
  return new Uint8Array(view.buffer)
}

test.each([true, false])(
  "UTF-32 is read with its mark and without, little endian: %s",
  async (isLittleEndian) => {
    for (const mark of ["\ufeff", ""]) {
      expect((await loadOne("a.txt", utf32(`${mark}Hello \u{1f600}`, isLittleEndian))).text).toBe(
        "Hello \u{1f600}",
      )
    }
  },
)

test.each([
  [
    "windows-1251",
    "d1f0eeea20eeefebe0f2fb20333020e4ede5e9",
    "\u0421\u0440\u043e\u043a \u043e\u043f\u043b\u0430\u0442\u044b 30 \u0434\u043d\u0435\u0439",
  ],
  [
    "koi8-r",
    "e4cfc7cfd7cfd220d0cfd3d4c1d7cbc9",
    "\u0414\u043e\u0433\u043e\u0432\u043e\u0440 \u043f\u043e\u0441\u0442\u0430\u0432\u043a\u0438",
  ],
  ["shift_jis", "96bc914f2c944e97ee0a8db293a12c33300a", "\u540d\u524d,\u5e74\u9f62\n\u4f50\u85e4,30\n"],
  [
    "euc-kr",
    "bcadbfefc6afbab0bdc3 20 b4ebc7d1b9ceb1b9",
    "\uc11c\uc6b8\ud2b9\ubcc4\uc2dc \ub300\ud55c\ubbfc\uad6d",
  ],
])("text in %s is read by guess, and the guess is told", async (encoding, hex, text) => {
  const document = await loadOne("a.txt", bytes(hex))
  expect(document.text).toBe(text)
  expect(document.metadata).toEqual({ format: "text", encoding, encodingIsGuess: true })
})

test("an encoding that is named is no guess, and a mark is stronger", async () => {
  const folder = await folderOf({ "a.txt": bytes("e4f6fc"), "b.txt": "\ufeffg\u00fcltig" })
  const { documents } = await loadAll(folder, { encoding: "koi8-r" })
  expect(documents.map(({ text, metadata }) => [text, metadata])).toEqual([
    ["\u0414\u0416\u042d", { format: "text" }],
    ["g\u00fcltig", { format: "text" }],
  ])
})

test("a page is decoded as its XML declaration says", async () => {
  const page = Buffer.from(
    '<?xml version="1.0" encoding="ISO-8859-2"?><html><body><p>\u00b3\u00f3d\u00bc</p></body></html>',
    "latin1",
  )
  expect((await loadOne("a.html", page)).text).toBe("\u0142\u00f3d\u017a")
})

test("short lines of Latin-1 stay what they are", async () => {
  for (const text of ["d\u00e9j\u00e0 vu", "\u00c9t\u00e9", "na\u00efve", "1 \u00b5g \u00b1 2 \u00b0"]) {
    expect((await loadOne("a.txt", Buffer.from(text, "latin1"))).text).toBe(text)
  }
})
