import { existsSync, readdirSync } from "node:fs"
import { expect, test } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import tsconfig from "../../tsconfig.json" with { type: "json" }

const root = new URL("../../", import.meta.url)

/** Public name to the file in src that it is built from, without the ending. */
const subPaths = new Map(
  Object.entries(packageJson.exports).flatMap(([name, target]) =>
    typeof target === "string"
      ? []
      : [[name.replace(/^\.\/?/, ""), target.import.default.replace(/^\.\/dist\/(.+)\.js$/, "$1")] as const],
  ),
)

test.each([...subPaths])("exports of `%s` name one built file in four forms, from a source", (name, file) => {
  const exported = (packageJson.exports as Record<string, unknown>)[`./${name}`.replace(/\/$/, "")]
  expect(exported).toEqual({
    import: { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
    require: { types: `./dist/${file}.d.cts`, default: `./dist/${file}.cjs` },
  })
  expect(existsSync(new URL(`src/${file}.ts`, root))).toBe(true)
})

test("typesVersions, for resolvers that know no exports, lists the same sub-paths", () => {
  const expected = [...subPaths].filter(([name]) => name !== "")
  expect(packageJson.typesVersions["*"]).toEqual(
    Object.fromEntries(expected.map(([name, file]) => [name, [`./dist/${file}.d.cts`]])),
  )
  expect([packageJson.main, packageJson.module, packageJson.types]).toEqual([
    "./dist/index.cjs",
    "./dist/index.js",
    "./dist/index.d.cts",
  ])
})

test("tsconfig's paths, from which the tests' aliases come, list the same sub-paths", () => {
  expect(tsconfig.compilerOptions.paths).toEqual(
    Object.fromEntries(
      [...subPaths].map(([name, file]) => [`spd-rag/${name}`.replace(/\/$/, ""), [`./src/${file}.ts`]]),
    ),
  )
})

test("every adapter and every outer room is a sub-path", () => {
  const whole = readdirSync(new URL("src/adapters/", root)).filter((name) => name !== "kit")
  const rooms = ["offline", "testing", "baselines", "evaluation", "files"].map((room) => `${room}/index`)
  const expected = [
    ...whole.map((name) => `adapters/${name}/index`),
    ...rooms.filter((room) => existsSync(new URL(`src/${room}.ts`, root))),
  ]
  expect([...subPaths.values()]).toEqual(expect.arrayContaining(expected))
})

test("provider packages that a user brings are optional peers", () => {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = packageJson as {
    peerDependencies?: Record<string, string>
    peerDependenciesMeta?: Record<string, { optional?: boolean }>
  }
  for (const name of Object.keys(peerDependencies))
    expect(peerDependenciesMeta[name]).toEqual({ optional: true })
  expect(Object.keys(packageJson.dependencies).sort()).toEqual(["js-tiktoken", "zod"])
})
