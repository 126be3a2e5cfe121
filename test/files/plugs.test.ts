import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { expect, test } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import { LoadFileError, type ParseFile, textBudget } from "../../src/files"
import { formats } from "../../src/files/formats"
import { folderOf, loadAll } from "./fixtures"

const parseMail: ParseFile = async ({ bytes, name }) => ({
  title: name,
  text: new TextDecoder().decode(bytes).toUpperCase(),
  metadata: { parts: 1 },
  problems: ["The picture logo.png was not read.", "The picture logo.png was not read."],
})

test("a parser of one's own reads its ending, in any case, and says what it could not read", async () => {
  const folder = await folderOf({ "a.MSG": "hello", "b.txt": "text" })
  const { documents, failures } = await loadAll(folder, { parsers: { ".msg": parseMail } })
  expect(failures).toEqual([])
  expect(documents).toMatchObject([
    {
      title: "a.MSG",
      text: "HELLO",
      metadata: { format: "msg", parts: 1, problems: ["The picture logo.png was not read."] },
    },
    { text: "text", metadata: { format: "text" } },
  ])
})

test("a parser of one's own comes before the one that is here, and its failures are typed", async () => {
  const folder = await folderOf({ "a.txt": "a", "b.md": "b", "c.log": "c" })
  const { documents, failures } = await loadAll(folder, {
    parsers: {
      ".txt": async () => ({ text: "mine" }),
      ".md": async () => {
        throw new LoadFileError("encrypted", "It needs a password.")
      },
      ".log": async () => {
        throw new Error("no log")
      },
    },
  })
  expect(documents.map(({ text }) => text)).toEqual(["mine"])
  expect(failures.map(({ reason, error }) => [reason, (error.cause as Error | undefined)?.message])).toEqual([
    ["encrypted", undefined],
    ["damaged", "no log"],
  ])
})

test("a text may not grow past the largest file, whoever wrote it", async () => {
  const folder = await folderOf({ "a.msg": "a", "b.msg": "b", "c.txt": "c" })
  const grow: ParseFile = async ({ bytes, maxTextLength }) => {
    if (bytes[0] === 0x61) return { text: "x".repeat(maxTextLength + 1) }
    const budget = textBudget(maxTextLength)
    for (;;) budget.spend(10)
  }
  const { documents, reasons } = await loadAll(folder, { maxFileBytes: 100, parsers: { ".msg": grow } })
  expect(documents.map(({ text }) => text)).toEqual(["c"])
  expect(reasons).toEqual(["too-large", "too-large"])
})

test("problems are told shortened, and no more of them than somebody reads", async () => {
  const folder = await folderOf({ "a.msg": "a", "b.msg": "b" })
  const problems = Array.from({ length: 150 }, (_, n) => `${n} ${"x".repeat(400)}`)
  const parse: ParseFile = async ({ bytes }) => ({ text: bytes[0] === 0x61 ? "a" : " ", problems })
  const { documents, failures } = await loadAll(folder, { parsers: { ".msg": parse } })
  const told = documents[0]!.metadata!.problems as string[]
  expect(told).toHaveLength(101)
  expect(told[0]).toHaveLength(300)
  expect(told[100]).toBe("And 50 more.")
  expect(failures).toMatchObject([{ reason: "empty" }])
  expect(failures[0]!.error.message).toContain("0 xxx")
})

test("every ending belongs to one format", () => {
  const extensions = formats.flatMap((format) => format.extensions)
  expect(extensions).toEqual([...new Set(extensions)])
  for (const extension of extensions) expect(extension).toMatch(/^\.[a-z0-9]+$/)
})

test.each([
  ["extra", { extra: 1 }, "options.extra"],
  ["onError", { onError: 3 }, "onError"],
  ["maxFileBytes of a string", { maxFileBytes: "1" }, "maxFileBytes"],
  ["maxFileBytes of NaN", { maxFileBytes: Number.NaN }, "maxFileBytes"],
  ["maxFileBytes below one", { maxFileBytes: -1 }, "maxFileBytes"],
  ["parsers of null", { parsers: null }, "parsers"],
  ["parsers without a dot", { parsers: { msg: parseMail } }, 'parsers["msg"]'],
  ["parsers that are none", { parsers: { ".msg": {} } }, 'parsers[".msg"]'],
  ["encoding", { encoding: "no-such" }, "encoding"],
  ["includeHidden", { includeHidden: null }, "includeHidden"],
  ["signal", { signal: {} }, "signal"],
  ["onListed", { onListed: 1 }, "onListed"],
  ["missingPackages", { missingPackages: "skip" }, "missingPackages"],
  ["include", { include: [3] }, "include"],
  ["exclude", { exclude: "" }, "exclude"],
])("an option that makes no sense is named: %s", async (_, options, argument) => {
  await expect(loadAll("nowhere", options as never)).rejects.toMatchObject({
    name: "InvalidArgumentError",
    argument,
  })
})

test("a bundled server needs the parsers of its own formats only", async () => {
  const folder = await folderOf({ "in/a.txt": "text", "in/b.html": "<p>a" })
  const [library, bundle] = [join(folder, "library.mjs"), join(folder, "bundle.mjs")]
  const options = { bundle: true, platform: "node", format: "esm", logLevel: "silent" } as const
  // As the library is built: what it does not bring itself stays outside.
  const external = Object.keys({ ...packageJson.dependencies, ...packageJson.peerDependencies })
  await build({ ...options, entryPoints: ["src/files/index.ts"], outfile: library, external })
  // From the system's temporary folder no parser is found, as in a project that installed none.
  await build({ ...options, entryPoints: [library], outfile: bundle })
  const script = `
    const { loadDocuments } = await import(${JSON.stringify(pathToFileURL(bundle).href)})
    for (const name of ["a.txt", "b.html"]) {
      const load = loadDocuments(${JSON.stringify(join(folder, "in/"))} + name)
      console.log(await load.next().then(({ value }) => value.text, (error) => error.message))
    }
    const onError = ({ id, reason, error }) => console.log(reason + ": " + error.message)
    const options = { missingPackages: "report", onError, onListed: (count) => console.log(count + " files") }
    for await (const { text } of loadDocuments(${JSON.stringify(join(folder, "in"))}, options)) console.log(text)`
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })
  const [text, thrown, listed, ...reported] = printed.trim().split("\n")
  expect([text, thrown]).toEqual(["text", expect.stringContaining("npm install parse5@8")])
  // Asked to report it, the load reads the others.
  expect(listed).toBe("2 files")
  expect(reported).toEqual(["text", expect.stringMatching(/^uninstalled: .*npm install parse5@8/)])
})
