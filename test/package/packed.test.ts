import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { EdgeVM } from "@edge-runtime/vm"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, test } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import { edgeFileTests, edgeTests } from "./packed-edge"
import { peerTests } from "./packed-peers"
import { entryNames, type PackedProject, packProject, portableEntryNames, root } from "./packed-project"

let project: PackedProject
// Where nothing is built yet, that is done here: minutes, on a busy machine many.
beforeAll(() => {
  project = packProject()
}, 3_600_000)
afterAll(() => project?.remove())

const peers = Object.keys(
  (packageJson as { peerDependencies?: Record<string, string> }).peerDependencies ?? {},
)

/** A file of the project by its name. */
function write(name: string, lines: readonly string[]): string {
  const path = join(project.folder, name)
  writeFileSync(path, lines.join("\n"))
  return path
}

test("the tarball holds the built library and its papers, and nothing else", () => {
  const unexpected = project.files.filter(
    (path) =>
      !/^dist\/([\w-]+\/)*[\w.-]+\.(js|cjs|d\.ts|d\.cts)(\.map)?$/.test(path) &&
      !/^dist\/(cli\/)?licences\.txt$/.test(path) &&
      !/^docs\/([\w-]+\/)*[\w-]+\.md$/.test(path) &&
      !["package.json", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"].includes(path),
  )
  expect(unexpected).toEqual([])
  expect(project.files).toContain("LICENSE")
  for (const path of project.files) {
    const text = readFileSync(join(project.folder, "node_modules/spd-rag", path), "utf8")
    expect(text, `${path} names a folder of the machine that built it`).not.toContain(root)
    expect(/\b(AIza[\w-]{30}|sk-[\w-]{20,}|ghp_\w{30}|npm_\w{30})/.exec(text), `a key in ${path}`).toBeNull()
  }
})

test("the command runs where no other package is installed, and answers offline", () => {
  mkdirSync(join(project.folder, "leases"))
  writeFileSync(join(project.folder, "leases/a.txt"), "The lease ends on 3 May 2031.")
  writeFileSync(join(project.folder, "leases/b.csv"), "lease,ends\nhouse,9 June 2040")
  const bin = join("node_modules/spd-rag", packageJson.bin["spd-rag"])
  const printed = project.node(bin, "ask", "When does the lease end?", "leases")
  expect(printed).toContain('- a.txt: "The lease ends on 3 May 2031." [1]')
  expect(printed).toContain("| house | 9 June 2040 |")
  expect(printed).toContain("Coverage: 2 answered")
})

test("every page that the README links is in the tarball", () => {
  const readme = readFileSync(join(project.folder, "node_modules/spd-rag/README.md"), "utf8")
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => target!)
  expect(links.length).toBeGreaterThan(10)
  const lost = links.filter(
    (link) => !project.files.some((path) => path === link || path.startsWith(`${link}/`)),
  )
  expect(lost).toEqual([])
})

test("every entry imports as a module and as CommonJS, with the same names", () => {
  const list = "console.log(JSON.stringify(found))"
  const names = JSON.stringify(entryNames)
  write("all.mjs", [
    "const fetchBefore = globalThis.fetch",
    "const found = {}",
    `for (const name of ${names}) found[name] = Object.keys(await import(name)).sort()`,
    "if (globalThis.fetch !== fetchBefore) throw new Error('fetch was replaced')",
    list,
  ])
  write("all.cjs", [
    "const found = {}",
    `for (const name of ${names}) found[name] = Object.keys(require(name)).sort()`,
    list,
  ])
  const modules = JSON.parse(project.node("all.mjs")) as Record<string, string[]>
  expect(JSON.parse(project.node("all.cjs"))).toEqual(modules)
  for (const name of entryNames) expect(modules[name]?.length, name).toBeGreaterThan(0)
})

test.each(["js", "cjs"])("one copy of the error classes serves every entry in .%s files", (ending) => {
  const copies = project.files.filter(
    (path) =>
      path.endsWith(`.${ending}`) &&
      readFileSync(join(project.folder, "node_modules/spd-rag", path), "utf8").includes("spd-rag.error"),
  )
  expect(copies).toHaveLength(1)
})

test.each(["mjs", "cjs"])(
  "an error of one entry is an instance of the class of another, in .%s files",
  (ending) => {
    const names = ["{ SpdRagError, StaleRevisionError }", "{ memoryVectorStore }"]
    const loads = ['"spd-rag"', '"spd-rag/memory"'].map((from, index) =>
      ending === "mjs" ? `import ${names[index]} from ${from}` : `const ${names[index]} = require(${from})`,
    )
    write(`instance.${ending}`, [
      ...loads,
      "memoryVectorStore().chunks({ documentId: 'a', revision: 'b' }).catch((error) =>",
      "  console.log(error instanceof SpdRagError, error instanceof StaleRevisionError))",
    ])
    expect(project.node(`instance.${ending}`)).toBe("true true\n")
  },
)

test("a bundler takes every portable entry to the browser, without Node", async () => {
  const path = write("browser.js", [...imports(portableEntryNames), "console.log(all)"])
  const result = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: peers,
    metafile: true,
    logLevel: "silent",
  })
  expect(result.warnings).toEqual([])
  const outside = Object.values(result.metafile.outputs).flatMap((output) => output.imports)
  const isPeer = (path: string) => peers.some((peer) => path === peer || path.startsWith(`${peer}/`))
  expect(outside.filter(({ path }) => !isPeer(path))).toEqual([])
})

test("a bundler drops what is not used", async () => {
  const path = write("one.js", ['import { SpdRagError } from "spd-rag"', "console.log(SpdRagError)"])
  const result = await build({ entryPoints: [path], bundle: true, write: false, minify: true, format: "esm" })
  // The errors, and esbuild's frame around modules that something loads on first use: tables and estimates, here.
  expect(result.outputFiles[0]?.contents.length).toBeLessThan(14_000)
})

test("an edge runtime, which has no process and no Buffer, loads every portable entry", async () => {
  const path = write("edge.js", [...imports(portableEntryNames), "globalThis.all = all"])
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    external: peers,
    logLevel: "silent",
  })
  const vm = new EdgeVM()
  vm.evaluate("globalThis.fetchBefore = globalThis.fetch")
  vm.evaluate(outputFiles[0]?.text ?? "")
  expect(vm.evaluate("[typeof process, typeof Buffer, typeof require].join()")).toBe(
    "undefined,undefined,undefined",
  )
  expect(vm.evaluate("globalThis.fetch === globalThis.fetchBefore")).toBe(true)
  expect(vm.evaluate("Object.keys(all).length")).toBe(portableEntryNames.length)
  expect(vm.evaluate("new all['spd-rag'].TimeoutError('The model', 5).message")).toContain("within 5 ms")
})

edgeTests(() => project)
edgeFileTests(() => project)
peerTests(() => project)

test("strict consumers type-check, as a module and as CommonJS", () => {
  const consumer = [
    ...imports(entryNames),
    'import { type LLM, SpdRagError, type VectorStore } from "spd-rag"',
    "export const entries: readonly object[] = Object.values(all)",
    "export const modelOf = (llm: LLM): string => llm.modelId",
    "export const read = (store: VectorStore): Promise<unknown> => store.get({ documentId: 'a' })",
    "export const nameOf = (error: unknown): string => (error instanceof SpdRagError ? error.name : 'other')",
    "// @ts-expect-error: declarations are real types, not any",
    "export const wrong = (llm: LLM): number => llm.modelId",
  ]
  write("consumer.mts", consumer)
  write("consumer.cts", consumer)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: "nodenext",
    target: "es2022",
    lib: ["ES2023", "DOM", "DOM.AsyncIterable"],
    types: [],
    noEmit: true,
  }
  write("tsconfig.json", [JSON.stringify({ compilerOptions, files: ["consumer.mts", "consumer.cts"] })])
  expect(project.node(join(root, "node_modules/typescript/lib/tsc.js"), "-p", ".")).toBe("")
})

/** Lines that import every entry and gather them as `all`. */
function imports(names: readonly string[]): string[] {
  return [
    ...names.map((name, index) => `import * as entry${index} from "${name}"`),
    `const all = { ${names.map((name, index) => `"${name}": entry${index}`).join(", ")} }`,
  ]
}
