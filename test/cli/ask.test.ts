import { readdir } from "node:fs/promises"
import { describe, expect, test } from "vitest"
import { folderOf, run } from "./run"

const leases = {
  "docs/a.txt": "The lease ends on 3 May 2031. Rent is due monthly.",
  "docs/sub/b.md": "# Lease\n\nThe tenant keeps a dog.",
  "docs/c.json": '{ "lease": "ends on 9 June 2040" }',
}
const question = "When does the lease end?"

describe("ask, offline", () => {
  test("answers from files and folders, with citations and the coverage, and says that it is offline", async () => {
    const cwd = await folderOf(leases)
    const { exitCode, stdout, stderr } = await run(cwd, ["ask", question, "docs/a.txt", "docs/sub"])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('- docs/a.txt: "The lease ends on 3 May 2031. Rent is due monthly." [1]')
    expect(stdout).toContain("[1] docs/a.txt, characters 0 to")
    expect(stdout).toContain(
      "Coverage: 1 answered + 1 not-found + 0 partial + 0 failed + 0 skipped = 2 documents",
    )
    expect(stdout).toMatch(/^Time: .* to index, .* to answer$/m)
    expect(stdout).toMatch(/^Tokens: [\d,]+ in the documents, 0 of a model$/m)
    expect(stderr).toMatch(/^Offline: no model is used\. .*\n/)
    expect(stderr).toContain("Indexing 2/2\n")
    expect(stderr).toContain("Reading  2/2\n")
  })

  test("writes the whole answer as JSON, and nothing else, with --json", async () => {
    const { exitCode, stdout } = await run(await folderOf(leases), ["ask", question, "docs", "--json"])
    expect(exitCode).toBe(0)
    const answer = JSON.parse(stdout)
    expect(answer).toMatchObject({ question, citations: [{ documentId: "docs/a.txt" }, {}] })
    expect(answer.documents).toHaveLength(3)
  })

  test("leaves nothing behind", async () => {
    const cwd = await folderOf(leases)
    await run(cwd, ["ask", question, "docs"])
    expect(await readdir(cwd)).toEqual(["docs"])
  })

  test("takes the files that --include and --exclude name, each as often as it is given", async () => {
    const cwd = await folderOf(leases)
    const asked = async (...flags: string[]) => {
      const { stdout } = await run(cwd, ["ask", ...flags, question, "docs", "--json"])
      return JSON.parse(stdout).documents.map(({ documentId }: { documentId: string }) => documentId)
    }
    expect(await asked("--include", "*.md", "--include", "*.txt")).toEqual(["docs/a.txt", "docs/sub/b.md"])
    expect(await asked("--exclude", "*.md", "--exclude", "*.txt")).toEqual(["docs/c.json"])
  })

  test("leaves out what a package manager and the command itself put into the folder", async () => {
    const cwd = await folderOf({
      "a.txt": "The lease ends.",
      "package.json": "{}",
      "package-lock.json": '{ "lease": 1 }',
      "node_modules/lease/lease.txt": "The lease ends.",
      "spd-rag.config.json": "{}",
      ".spd-rag/documents.txt": "The lease ends.",
    })
    const { stdout } = await run(cwd, ["ask", question, "."])
    expect(stdout).toContain("= 1 documents")
  })

  test("finds nothing, says so, and that is no failure", async () => {
    const cwd = await folderOf({ "a.txt": "Nothing of the kind." })
    const { exitCode, stdout } = await run(cwd, ["ask", "Who owns the canal?", "."])
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("0 of 1 document answer this.")])
  })
})

describe("ask, with files that can't be read", () => {
  test("reads the others, names each with its cause, and ends with code 3", async () => {
    const cwd = await folderOf({
      ...leases,
      "docs/binary.txt": new Uint8Array([0x41, 0xff, 0x00, 0xfe, 0x00, 0x00, 0x81]),
      "docs/broken.docx": "no archive",
      "docs/empty.txt": "",
    })
    const { exitCode, stdout, stderr } = await run(cwd, ["ask", question, "docs"])
    expect(exitCode).toBe(3)
    expect(stdout).toContain("- a.txt:")
    for (const name of ["binary.txt", "broken.docx", "empty.txt"]) {
      expect(stderr).toMatch(new RegExp(`^Not read: docs/${name}: .*\\.$`, "m"))
    }
    expect(stderr).toContain("3 files could not be read; the answer rests on the others.\n")
  })

  test("counts files of other kinds, which is no failure, but for one that is named", async () => {
    const cwd = await folderOf({ ...leases, "docs/x.png": "1", "docs/y.png": "2", "docs/noending": "3" })
    const all = await run(cwd, ["ask", question, "docs"])
    expect(all.exitCode).toBe(0)
    expect(all.stderr).toContain("Left out, since no loader reads them: 1 without an ending, 2 .png.\n")
    const named = await run(cwd, ["ask", question, "docs", "docs/x.png"])
    expect(named.exitCode).toBe(3)
    expect(named.stderr).toContain("Not read: docs/x.png: No loader reads files of this ending")
  })

  test.each([
    [["nowhere"], "Not read: nowhere: There is nothing at this path.", "nowhere holds no readable file."],
    [["empty"], "The folder holds no file of a kind that can be read.", "empty holds no readable file."],
    [
      ["docs", "--include", "*.zip"],
      "The folder holds no file of a kind that can be read.",
      "docs holds no readable file that fits --include *.zip.",
    ],
  ])("says so where there is nothing to read: %j", async (words, cause, sentence) => {
    const cwd = await folderOf({ ...leases, "empty/x.png": "1" })
    const { exitCode, stdout, stderr } = await run(cwd, ["ask", question, ...words])
    expect([exitCode, stdout]).toEqual([2, ""])
    expect(stderr).toContain(cause)
    expect(stderr).toMatch(new RegExp(`Nothing was read: ${sentence.replaceAll("*", "\\*")}\n$`))
  })
})

test("that Ctrl-C stops while files are read says so", async () => {
  const names = Array.from({ length: 20 }, (_, at) => [`docs/${at}.txt`, `The rent of ${at} is due.`])
  const controller = new AbortController()
  const { exitCode, stdout, stderr } = await run(
    await folderOf(Object.fromEntries(names)),
    ["ask", "When is the rent due?", "docs"],
    {
      signal: controller.signal,
      onOutput: (_, written) => {
        if (written.includes("Indexing")) controller.abort(new Error("Interrupted."))
      },
    },
  )
  expect([exitCode, stdout]).toEqual([130, ""])
  expect(stderr).toMatch(
    /Stopped while the files were read; nothing was asked yet\. Run the same command again\.\n$/,
  )
})
