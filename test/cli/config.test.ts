import { readdir } from "node:fs/promises"
import { describe, expect, test } from "vitest"
import { folderOf, run } from "./run"

const question = "When does the lease end?"
const leases = {
  "docs/a.txt": "The lease ends on 3 May 2031.",
  "docs/b.md": "The lease ends on 9 June 2040.",
}

describe("the config file", () => {
  test.each([
    ["spd-rag.config.json", '{ "include": ["*.md"] }'],
    ["spd-rag.config.mjs", 'export default { include: ["*.md"] }'],
    ["spd-rag.config.js", 'export default { include: ["*.md"] }'],
    ["spd-rag.config.cjs", 'module.exports = { include: ["*.md"] }'],
    ["spd-rag.config.ts", 'const include: string[] = ["*.md"]\nexport default { include }'],
    ["spd-rag.config.mts", 'const include: string[] = ["*.md"]\nexport default { include }'],
  ])("is read where it is: %s", async (name, content) => {
    const cwd = await folderOf({ ...leases, "package.json": '{ "type": "module" }', [name]: content })
    const { exitCode, stdout } = await run(cwd, ["ask", question, "docs"])
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('- b.md: "The lease ends on 9 June 2040." [1]'),
    ])
    expect(stdout).toContain("= 1 documents")
  })

  test("may have another name, and the flags go before it", async () => {
    const cwd = await folderOf({ ...leases, "my.json": '{ "include": ["*.md"], "set": "mine" }' })
    const flags = ["--config", "my.json", "--include", "*.txt"]
    expect((await run(cwd, ["index", "docs", ...flags])).exitCode).toBe(0)
    expect(await readdir(cwd)).toContain("mine")
    expect((await run(cwd, ["list", "--config", "my.json"])).stdout).toMatch(/^docs\/a\.txt\t/)
  })

  test("brings options and plugs of the library", async () => {
    const cwd = await folderOf({
      ...leases,
      "spd-rag.config.mjs": `
        const coordinator = { plan: async () => ({ tasks: ["Lease of the house."], synthesisDirective: "Quote." }) }
        export default { rag: { coordinator } }`,
    })
    expect((await run(cwd, ["ask", question, "docs"])).stdout).toMatch(/^Lease of the house\.\n/)
  })

  test.each([
    ["spd-rag.config.json", "{ include }", "The config file spd-rag.config.json can't be read: "],
    [
      "spd-rag.config.json",
      '{ "modle": "x" }',
      'The config file spd-rag.config.json makes no sense: Unrecognized key: "modle".',
    ],
    [
      "spd-rag.config.json",
      '{ "maxCost": "2" }',
      "makes no sense: `maxCost`: Invalid input: expected number, received string.",
    ],
    ["spd-rag.config.json", "[]", "makes no sense: Invalid input: expected object, received array."],
    ["spd-rag.config.mjs", "export default {", "The config file spd-rag.config.mjs can't be read: "],
    [
      "spd-rag.config.mjs",
      'import "nothing-of-this-name"',
      "The config file spd-rag.config.mjs can't be read: ",
    ],
    ["spd-rag.config.json", '{ "rag": { "topK": 3 } }', "Expected `config.topK`"],
  ])("that is broken is named, with what is wrong: %s %s", async (name, content, sentence) => {
    const cwd = await folderOf({ ...leases, [name]: content })
    const { exitCode, stdout, stderr } = await run(cwd, ["ask", question, "docs"])
    expect([exitCode, stdout]).toEqual([2, ""])
    expect(stderr).toContain(sentence)
    expect(stderr.trimEnd()).not.toContain("\n")
  })
})
