import { describe, expect, test } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import { folderOf, run } from "./run"

describe("the command line", () => {
  test("shows its help, that of a command, and its version", async () => {
    const cwd = await folderOf({})
    const help = await run(cwd, ["--help"])
    expect(help).toMatchObject({ exitCode: 0, stderr: "" })
    for (const name of ["ask", "table", "report", "estimate", "index", "list", "remove"])
      expect(help.stdout).toContain(`\n  ${name} `)
    const ofAsk = await run(cwd, ["ask", "--help"])
    expect(ofAsk.exitCode).toBe(0)
    const flags =
      "--model --max-cost --resume --json --report --concurrency --include --exclude --set --config"
    for (const flag of flags.split(" ")) expect(ofAsk.stdout).toContain(`  ${flag} `)
    expect(await run(cwd, ["--version"])).toEqual({
      exitCode: 0,
      stdout: `${packageJson.version}\n`,
      stderr: "",
    })
  })

  test.each([
    [["ask", "x", ".", "--jsn"], "Unknown option '--jsn'. (Did you mean --json?) See --help."],
    [["ask", "x", ".", "--model"], "Option '--model <name>' argument missing. See --help."],
    [["ask", "x", ".", "--max-cost", "0"], "Expected an amount above 0. See --help."],
    [["ask", "x", ".", "--max-cost", "much"], "Expected an amount above 0. See --help."],
    [["ask", "x", ".", "--concurrency", "1.5"], "Expected a whole number from 1. See --help."],
    [["aks"], "Unknown command 'aks'. (Did you mean ask?) See --help."],
    [["index"], "Missing required argument 'paths'. See --help."],
    [["remove"], "Missing required argument 'ids'. See --help."],
    [["list", "x"], "Too many arguments"],
    [["ask"], 'The question is missing: spd-rag ask "QUESTION" PATHS... See --help.'],
    [["ask", " ", "."], "The question is empty."],
    [["ask", "x"], "There is no set in .spd-rag: make one with"],
    [
      ["ask", "x", ".", "--report", "no/x.html"],
      "--report no/x.html: there is no such folder; make it first.",
    ],
    [["ask", "x", ".", "--report", "."], "--report .: that is a folder; name a file."],
    [["table", "x", ".", "--out", "x.doc"], "--out x.doc: the ending has to be .csv, .md, .json, .xlsx."],
    [["table", "x", ".", "--columns", "no.json"], "--columns no.json can't be used: ENOENT"],
    [["table", "x", ".", "--columns", "a.txt"], "--columns a.txt can't be used: "],
    [["report", "no.json"], "no.json can't be read: there is no such file."],
    [["report", "a.txt"], "to be JSON, and it can't be parsed"],
    [["report", "a.txt"], "a.txt is no answer that `ask --json` gave: "],
    [["ask", "x", ".", "--model", "acme:foo"], "names no provider: it has to be gemini:NAME,"],
    [["ask", "x", ".", "--model", "gemini:"], "names no model of gemini."],
    [["ask", "x", ".", "--model", "no.gguf"], "--model no.gguf: there is no such file."],
    [["ask", "x", ".", "--config", "no.json"], "--config no.json: there is no such file."],
    [["ask", "x", ".", "--model", "gemini:g"], "needs a key in the environment variable GEMINI_API_KEY"],
    [["ask", "x", ".", "--model", "openai:g"], "needs a key in the environment variable OPENAI_API_KEY"],
    [
      ["ask", "x", ".", "--model", "anthropic:g"],
      "needs a key in the environment variable ANTHROPIC_API_KEY",
    ],
  ])("refuses %j in one sentence, with code 2", async (argv, sentence) => {
    const { exitCode, stdout, stderr } = await run(await folderOf({ "a.txt": "x" }), argv)
    expect([exitCode, stdout]).toEqual([2, ""])
    expect(stderr).toContain(sentence)
    expect(stderr.trimEnd()).not.toContain("\n")
  })

  test("without a command shows what there is, with code 2", async () => {
    const { exitCode, stdout, stderr } = await run(await folderOf({}), [])
    expect([exitCode, stdout]).toEqual([2, ""])
    expect(stderr).toContain("Usage: spd-rag")
  })
})
