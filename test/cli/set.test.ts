import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { withLock } from "../../src/cli/set/lock"
import { folderOf, run } from "./run"

const leases = {
  "docs/a.txt": "The lease ends on 3 May 2031. Rent is due monthly.",
  "docs/b.md": "# Lease\n\nThe tenant keeps a dog.",
}
const question = "When does the lease end?"

describe("a set in a folder", () => {
  test("is indexed, listed, asked, changed and shrunk", async () => {
    const cwd = await folderOf(leases)
    const made = await run(cwd, ["index", "docs"])
    expect(made).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^\.spd-rag: 2 documents added, 0 /),
    })
    // It holds texts of documents: for its owner alone, and not for version control.
    expect(await readFile(join(cwd, ".spd-rag/.gitignore"), "utf8")).toBe("*\n")

    const listed = await run(cwd, ["list"])
    expect(listed.stdout).toMatch(/^docs\/a\.txt\t\d+ tokens\ndocs\/b\.md\t\d+ tokens\n$/)
    expect(listed.stderr).toBe("2 documents in .spd-rag\n")

    const asked = await run(cwd, ["ask", question])
    expect(asked.exitCode).toBe(0)
    expect(asked.stdout).toContain('- a.txt: "The lease ends on 3 May 2031. Rent is due monthly." [1]')
    expect(asked.stdout).toContain("= 2 documents\nTime: ")

    await writeFile(join(cwd, "docs/a.txt"), "The lease ends on 9 June 2040.")
    const again = await run(cwd, ["index", "docs"])
    expect(again.stdout).toMatch(/^\.spd-rag: 0 documents added, 1 replaced, 1 unchanged, in /)
    expect((await run(cwd, ["ask", question])).stdout).toContain("9 June 2040")

    const removed = await run(cwd, ["remove", "docs/a.txt"])
    expect(removed).toMatchObject({ exitCode: 0, stdout: "1 document removed from .spd-rag\n" })
    const left = JSON.parse((await run(cwd, ["list", "--json"])).stdout)
    expect(left).toMatchObject([{ id: "docs/b.md", title: "b.md" }])
    // Nothing of a command stays that is over.
    expect((await readdir(join(cwd, ".spd-rag"))).filter((name) => name.startsWith("lock"))).toEqual([])
  })

  test("may be another folder, and each is a set of its own", async () => {
    const cwd = await folderOf(leases)
    await run(cwd, ["index", "docs/a.txt", "--set", "one"])
    await run(cwd, ["index", "docs/b.md", "--set", "two"])
    expect((await run(cwd, ["list", "--set", "two"])).stdout).toMatch(/^docs\/b\.md\t/)
    expect((await run(cwd, ["estimate", question, "--set", "one"])).stdout).toBe(
      "Estimate: 1 documents to read, no call of a model\n",
    )
  })

  test("keeps all where one of the ids to remove is unknown", async () => {
    const cwd = await folderOf(leases)
    await run(cwd, ["index", "docs"])
    const { exitCode, stderr } = await run(cwd, ["remove", "docs/a.txt", "docs/c.txt"])
    expect(exitCode).toBe(2)
    expect(stderr).toBe("Not in .spd-rag: docs/c.txt. `spd-rag list` shows what is; nothing was removed.\n")
    expect((await run(cwd, ["list"])).stdout).toContain("docs/a.txt")
  })

  test.each([["list"], ["remove", "x"], ["ask", "x"], ["estimate", "x"]])(
    "that is not there is named by `%s`, and is not made",
    async (...argv) => {
      const cwd = await folderOf(leases)
      const { exitCode, stderr } = await run(cwd, argv)
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^There is no set in \.spd-rag: .*\n$/)])
      expect(await readdir(cwd)).toEqual(["docs"])
    },
  )

  test("ends with code 3 where a file could not be read, and has the others", async () => {
    const cwd = await folderOf({ ...leases, "docs/c.docx": "no archive" })
    const { exitCode, stderr } = await run(cwd, ["index", "docs"])
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining("Not read: docs/c.docx: ")])
    expect((await run(cwd, ["list"])).stderr).toBe("2 documents in .spd-rag\n")
  })
})

describe("two commands on one set", () => {
  /** A set that a process works on. */
  async function lockedBy(processId: number) {
    const cwd = await folderOf(leases)
    await mkdir(join(cwd, ".spd-rag"))
    await writeFile(join(cwd, ".spd-rag/lock"), String(processId))
    return cwd
  }

  test("the second says whom it waits for, and goes on when the first has ended", async () => {
    const cwd = await folderOf(leases)
    const { promise: firstEnds, resolve: endFirst } = withResolvers()
    const folder = join(cwd, ".spd-rag")
    const options = { folder, folderName: ".spd-rag", signal: new AbortController().signal, onWait: () => {} }
    const { promise: firstBegan, resolve: begin } = withResolvers()
    const first = withLock(options, () => {
      begin()
      return firstEnds
    })
    await firstBegan
    const second = await run(cwd, ["index", "docs"], { onOutput: () => endFirst() })
    await first
    expect(second.exitCode).toBe(0)
    expect(second.stderr).toMatch(
      new RegExp(`^Waiting for process ${process.pid}, which works on .spd-rag. Ctrl-C ends this.\n`),
    )
    expect((await run(cwd, ["list"])).stderr).toBe("2 documents in .spd-rag\n")
  })

  test("the wait has an end", async () => {
    const cwd = await lockedBy(process.pid)
    const waiting = withLock(
      {
        folder: join(cwd, ".spd-rag"),
        folderName: ".spd-rag",
        signal: new AbortController().signal,
        onWait: () => {},
        pollMs: 1,
        maxLooks: 3,
      },
      async () => "it ran",
    )
    await expect(waiting).rejects.toThrow(
      `Process ${process.pid} still works on .spd-rag: wait until it ends`,
    )
  })

  test("Ctrl-C ends the wait", async () => {
    const cwd = await lockedBy(process.pid)
    const controller = new AbortController()
    const { exitCode } = await run(cwd, ["index", "docs"], {
      signal: controller.signal,
      onOutput: () => controller.abort(new Error("Interrupted.")),
    })
    expect(exitCode).toBe(130)
    expect(await readFile(join(cwd, ".spd-rag/lock"), "utf8")).toBe(String(process.pid))
  })

  test.each([2 ** 22 + 1, 0, Number.NaN])(
    "a lock of process %s, which is not there, is taken over",
    async (id) => {
      const cwd = await lockedBy(id)
      expect((await run(cwd, ["index", "docs"])).exitCode).toBe(0)
      expect((await run(cwd, ["list"])).stderr).toBe("2 documents in .spd-rag\n")
    },
  )
})

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
