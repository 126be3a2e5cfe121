/// <reference types="node" />
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { build, transform } from "esbuild"

/** The TypeScript file that holds a page's script and style, with the hashes by which a content policy knows them. */
export async function pageSource(page: {
  readonly from: string
  /** Where the file imports `PageSource` from. */
  readonly types: string
  readonly script: string
  readonly styles: readonly string[]
}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [page.script],
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    minify: true,
    write: false,
  })
  const css = page.styles.map((path) => readFileSync(path, "utf8")).join("\n")
  const { code } = await transform(css, { loader: "css", minify: true, charset: "utf8" })
  const [script, style] = [outputFiles[0]!.text.trim(), code.trim()]
  // Either would end the element that holds it.
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) throw new Error("The page would end itself.")
  return [
    `// Generated from ${page.from} by \`npm run build:pages\`.`,
    `import type { PageSource } from "${page.types}"`,
    "",
    "export const page: PageSource = {",
    `  script:\n    ${quoted(script)},`,
    `  scriptHash: "${hashOf(script)}",`,
    `  style:\n    ${quoted(style)},`,
    `  styleHash: "${hashOf(style)}",`,
    "}",
    "",
  ].join("\n")
}

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`

/** Single quotes, as the formatter wants them around text that is full of double ones. */
const quoted = (text: string): string =>
  `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`
