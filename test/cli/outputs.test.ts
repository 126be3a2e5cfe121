import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { folderOf, run } from "./run"

const question = "When does the lease end?"
const leases = {
  "a.txt": "The lease ends on 3 May 2031. Rent is due monthly.",
  "b.md": "# Lease\n\nThe tenant keeps a dog.",
}

describe("the report", () => {
  test("of an answer is a page beside it, which is not read when the folder is asked again", async () => {
    const cwd = await folderOf(leases)
    for (let times = 0; times < 2; times += 1) {
      const { exitCode, stdout, stderr } = await run(cwd, ["ask", question, ".", "--report", "page.html"])
      expect(exitCode).toBe(0)
      expect(stdout).toContain("= 2 documents")
      expect(stderr).toContain("Report: page.html\n")
    }
    const page = await readFile(join(cwd, "page.html"), "utf8")
    expect(page).toContain(question)
    expect(page).toContain("The lease ends on 3 May 2031.")
  })

  test("is made later of what --json printed", async () => {
    const cwd = await folderOf(leases)
    const { stdout } = await run(cwd, ["ask", question, ".", "--json"])
    await writeFile(join(cwd, "answer.json"), stdout)
    expect(await run(cwd, ["report", "answer.json"])).toMatchObject({ exitCode: 0, stdout: "answer.html\n" })
    expect(await readFile(join(cwd, "answer.html"), "utf8")).toContain("The lease ends on 3 May 2031.")
    expect(await run(cwd, ["report", "answer.json", "--out", "other.html"])).toMatchObject({ exitCode: 0 })
    expect(await readFile(join(cwd, "other.html"), "utf8")).toContain(question)
  })
})

describe("the table", () => {
  test("has a row a document, and is Markdown where it is printed", async () => {
    const { exitCode, stdout, stderr } = await run(await folderOf(leases), ["table", question, "."])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^\| document_id \| title \| status \| answer \|\n/)
    expect(stdout).toMatch(/\| a\.txt \| a\.txt \| answered \| The lease ends on 3 May 2031\./)
    expect(stdout).toContain("| b.md | b.md | not-found |  |")
    expect(stderr).toContain("Reading  2/2\n")
  })

  test.each([
    ["rows.csv", "document_id,title,status,lease_end"],
    ["rows.md", "| document_id | title | status | lease_end |"],
    ["rows.json", '"documentId": "a.txt"'],
    ["rows.xlsx", "PK"],
  ])("has the columns of a schema, and is written as %s", async (name, beginning) => {
    const columns = { type: "object", properties: { lease_end: { type: "string", description: question } } }
    const cwd = await folderOf({ ...leases, "schema/columns.json": JSON.stringify(columns) })
    const argv = ["table", question, "a.txt", "b.md", "--columns", "schema/columns.json", "--out", name]
    const { exitCode, stdout, stderr } = await run(cwd, argv)
    expect([exitCode, stdout]).toEqual([0, ""])
    expect(stderr).toContain(`2 rows: ${name}\n`)
    expect(await readFile(join(cwd, name), "latin1")).toContain(beginning)
  })
})
