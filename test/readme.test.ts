import { execFile } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { scriptsFrom } from "./support/scripts"

const scripts = scriptsFrom(["examples/first-example.ts", "examples/own-stages.ts"])
const root = new URL("..", import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), "utf8")

describe("README", () => {
  it("shows the first example as it is in examples/, which is type-checked with the rest", () => {
    expect(read("README.md")).toContain(`\`\`\`ts\n${read("examples/first-example.ts").trimEnd()}\n\`\`\``)
  })

  it("the page on adapters shows its examples as they are in examples/", () => {
    const page = read("docs/writing-an-adapter.md")
    const chat = read("examples/custom-adapter.ts")
    const plug = chat.slice(chat.indexOf("export function chatServer"), chat.indexOf("function bodyOf"))
    for (const shown of [plug, read("examples/custom-store.ts")]) {
      expect(page).toContain(`\`\`\`ts\n${shown.trimEnd()}\n\`\`\``)
    }
  })

  it("the first example prints what it says", async () => {
    const run = await promisify(execFile)(process.execPath, [scripts.path("examples/first-example.ts")], {
      cwd: root,
    })
    expect(run.stdout).toContain("Acme pays in 30 days [1], Bolt in 60 [2].")
    expect(run.stdout).toContain('[1] acme.txt 27-57: "The buyer pays within 30 days."')
    expect(run.stdout).toContain("answered: 2")
  })

  it("the example of own stages is the one in examples/, and prints what it says", async () => {
    const path = "examples/own-stages.ts"
    expect(read("docs/own-stages.md")).toContain(`\`\`\`ts\n${read(path).trimEnd()}\n\`\`\``)
    const run = await promisify(execFile)(process.execPath, [scripts.path(path)], { cwd: root })
    expect(run.stdout).toBe("Acme pays in 30 days [1].\n1\n")
  })

  it("README and docs link to files that are there", () => {
    const pages = [
      "README.md",
      "CONTRIBUTING.md",
      ...readdirSync(new URL("docs/", root))
        .filter((name) => name.endsWith(".md"))
        .map((name) => `docs/${name}`),
    ]
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target]) => new URL(target!, new URL(page, root)))
        .filter((target) => !existsSync(target))
        .map(({ pathname }) => `${page}: ${pathname}`),
    )
    expect(dead).toEqual([])
  })
})
