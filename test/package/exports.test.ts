import { existsSync, readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import { entries } from "./entries"

const root = new URL("../../", import.meta.url)

test.each(entries)("`$name` names one built file in four forms, from a source", ({ name, path, source }) => {
  const exported = (packageJson.exports as Record<string, unknown>)[name.replace("spd-rag", ".")]
  expect(exported).toEqual({
    import: { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` },
    require: { types: `./dist/${path}.d.cts`, default: `./dist/${path}.cjs` },
  })
  expect(existsSync(new URL(source, root))).toBe(true)
})

test("every entry is a folder of its name, in which resolvers without the list look", () => {
  for (const { name, path } of entries) {
    const folder = name.replace(/^spd-rag\/?/, "")
    if (folder === "") expect(path).toBe("index")
    else expect([`${folder}/index`, `adapters/${folder}`]).toContain(path)
  }
  expect([packageJson.main, packageJson.module, packageJson.types]).toEqual([
    "./dist/index.cjs",
    "./dist/index.js",
    "./dist/index.d.cts",
  ])
})

test("every adapter and every outer room is an entry", () => {
  const adapters = readdirSync(new URL("src/adapters/", root)).map((name) => `adapters/${name}`)
  const rooms = [
    "offline",
    "testing",
    "baselines",
    "evaluation",
    "files",
    "bullmq",
    "telemetry",
    "report",
    "http",
    "tools",
    "mcp",
    "serve",
  ].map((room) => `${room}/index`)
  expect(entries.map(({ path }) => path)).toEqual(expect.arrayContaining([...adapters, ...rooms]))
})

test("every adapter has a page", () => {
  const adapters = readdirSync(new URL("src/adapters/", root)).filter((name) => name !== "kit")
  const pages = readdirSync(new URL("docs/adapters/", root))
  expect(pages.sort()).toEqual(adapters.map((name) => `${name}.md`).sort())
})

test.each(entries)("`$name` chooses its names one by one", ({ source }) => {
  expect(readFileSync(new URL(source, root), "utf8")).not.toMatch(/^export (type )?\*/m)
})

test("provider packages that a user brings are optional peers", () => {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = packageJson as {
    peerDependencies?: Record<string, string>
    peerDependenciesMeta?: Record<string, { optional?: boolean }>
  }
  for (const name of Object.keys(peerDependencies))
    expect(peerDependenciesMeta[name]).toEqual({ optional: true })
  expect(Object.keys(packageJson.dependencies).sort()).toEqual(["js-tiktoken", "jsonrepair", "zod"])
})
