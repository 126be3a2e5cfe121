import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createProgress } from "../../examples/quickstart/progress"
import { type QuickstartResult, quickstart } from "../../examples/quickstart/quickstart"

/** Runs the quickstart and keeps what it writes. */
async function run(...words: string[]): Promise<QuickstartResult & { output: string; messages: string }> {
  let output = ""
  let messages = ""
  const result = await quickstart(
    words,
    { write: (text) => (output += text) },
    { write: (text) => (messages += text) },
  )
  return { ...result, output, messages }
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quickstart-"))
})
afterAll(() => rm(folder, { recursive: true }))

async function folderOf(name: string, files: { [path: string]: string | Uint8Array }): Promise<string> {
  const root = join(folder, name)
  await mkdir(join(root, "sub"), { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
  return root
}

describe("the quickstart on the State of the Union addresses", () => {
  it("answers from over 100 of the 233, every quote verbatim, every outcome counted, twice the same", async () => {
    const { exitCode, answer, documents, output, messages } = await run()
    expect(exitCode).toBe(0)
    const texts = new Map(documents!.map(({ id, text }) => [id, text]))
    expect(texts.size).toBe(233)
    expect(answer!.documents).toHaveLength(233)
    expect(answer!.documents.filter(({ status }) => status === "answered").length).toBeGreaterThanOrEqual(100)
    expect(answer!.citations.length).toBeGreaterThanOrEqual(100)
    for (const { documentId, quote, start, end } of answer!.citations) {
      expect(texts.get(documentId)!.slice(start, end)).toBe(quote)
    }
    const numbers = new Set(answer!.citations.map(({ number }) => number))
    for (const [, marker] of answer!.text.matchAll(/\[(\d+)\]/g)) expect(numbers).toContain(Number(marker))

    const coverage = /^Coverage: (.*) = 233 documents$/m.exec(output)!
    const counts = coverage[1]!.split(" + ").map((part) => Number.parseInt(part, 10))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(233)
    expect(output).toMatch(/^Time: /m)
    expect(output).toMatch(/^Tokens: /m)
    expect(messages).toContain("Indexing 233/233")
    expect(messages).toContain("Estimate: 233 documents to read, no call of a model")
    expect(messages).toContain("Reading  233/233")

    const again = await run()
    const timeless = (text: string) => text.replace(/^Time: .*$/m, "")
    expect(timeless(again.output)).toBe(timeless(output))
  })
})

describe("the quickstart on a folder", () => {
  it("reads texts of sub-folders, names each by its path, and answers the question given", async () => {
    const root = await folderOf("two", {
      "a.txt": "The lease ends on 3 May 2031. Rent is due monthly.",
      "sub/b.md": "# Lease\n\nThe tenant keeps a dog.",
      "c.pdf": "not read",
      "empty.txt": " \n",
    })
    const { exitCode, answer, output } = await run(
      "--documents",
      root,
      "--question",
      "When does the lease end?",
    )
    expect(exitCode).toBe(0)
    expect(answer!.documents.map(({ documentId, status }) => [documentId, status])).toEqual([
      ["a.txt", "answered"],
      ["empty.txt", "skipped"],
      ["sub/b.md", "not-found"],
    ])
    expect(output).toContain('a.txt: "The lease ends on 3 May 2031. Rent is due monthly." [1]')
    expect(output).toContain(
      "Coverage: 1 answered + 1 not-found + 0 partial + 0 failed + 1 skipped = 3 documents",
    )
  })

  it("says that nothing was found, with exit code 0", async () => {
    const root = await folderOf("none", { "a.txt": "Nothing of the kind." })
    const { exitCode, output } = await run("--documents", root, "--question", "Who owns the canal?")
    expect(exitCode).toBe(0)
    expect(output).toContain("0 of 1 document answer this.")
  })

  it.each([
    ["an unknown flag", ["--quest", "x"], "Unknown option '--quest'"],
    ["a flag without its value", ["--question"], "--question"],
    ["a flag in place of a value", ["--question", "--help"], "--question"],
    ["a word that is no flag", ["navy"], "navy"],
    ["an empty question", ["--question", " "], "--question needs a text"],
    [
      "a folder that is not there",
      ["--documents", "no/such/folder"],
      "no/such/folder can't be read: there is none of this name",
    ],
    ["a file for a folder", ["--documents", "package.json"], "package.json is a file"],
  ])("refuses %s in one sentence", async (_, words, sentence) => {
    const { exitCode, messages, output } = await run(...words)
    expect(exitCode).toBe(2)
    expect(messages).toContain(sentence)
    expect(messages.trimEnd()).not.toContain("\n")
    expect(output).toBe("")
  })

  it("refuses a folder without texts, and files that can't be read, by name", async () => {
    const empty = await folderOf("empty", { "c.pdf": "x" })
    expect(await run("--documents", empty)).toMatchObject({
      exitCode: 2,
      messages: `The folder ${empty} holds no .txt or .md file.\n`,
    })
    const binary = await folderOf("binary", { "a.txt": new Uint8Array([0x41, 0xff, 0xfe, 0x00]) })
    expect(await run("--documents", binary)).toMatchObject({
      exitCode: 2,
      messages: `The file ${join(binary, "a.txt")} can't be read: it is not UTF-8 text.\n`,
    })
    const broken = await folderOf("broken", {})
    await symlink(join(broken, "gone.txt"), join(broken, "link.txt"))
    expect(await run("--documents", broken)).toMatchObject({
      exitCode: 2,
      messages: `The file ${join(broken, "link.txt")} can't be read: there is none of this name.\n`,
    })
  })

  it("shows its help", async () => {
    expect(await run("--help")).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("--documents FOLDER"),
    })
  })

  it("fails with a sentence where every document is empty", async () => {
    const root = await folderOf("blank", { "a.txt": "  " })
    const { exitCode, messages, output } = await run("--documents", root)
    expect(exitCode).toBe(1)
    expect(messages).not.toBe("")
    expect(output).toBe("")
  })
})

describe("createProgress", () => {
  const written = (isTTY: boolean) => {
    const parts: string[] = []
    const show = createProgress({ isTTY, write: (text) => parts.push(text) }, "Reading", 40)
    for (let done = 1; done <= 40; done += 1) show(done)
    return parts
  }

  it("draws one bar on a terminal", () => {
    expect(written(true)).toHaveLength(40)
    expect(written(true)[19]).toBe(`\rReading [${"#".repeat(15)}${".".repeat(15)}] 20/40`)
    expect(written(true).at(-1)).toMatch(/40\/40\n$/)
  })

  it("writes ten plain lines elsewhere", () => {
    expect(written(false)).toHaveLength(10)
    expect(written(false).at(-1)).toBe("Reading 40/40\n")
  })
})
