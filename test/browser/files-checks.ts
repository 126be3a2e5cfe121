import { strict as assert } from "node:assert"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { loadDocuments } from "spd-rag/files"
import { seeds } from "../fuzz/seeds"
import type { PageCheck } from "./check"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The loaders with all their parsers, as a bundler makes them for browsers, and a function that reads files with them. */
async function bundledLoaders(): Promise<string> {
  const contents = `
    import { loadDocuments } from "./src/files"
    export async function load(sources) {
      const documents = []
      const failures = []
      const onError = ({ path, reason }) => failures.push([path, reason])
      const files = sources.map(({ name, base64 }) => {
        return new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name)
      })
      for await (const document of loadDocuments(files, { onError })) documents.push(document)
      return { documents, failures }
    }
    export const refusalOf = (path) => loadDocuments(path).next().catch(({ message }) => message)`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "loaders",
    platform: "browser",
    define: { PAPA_BROWSER_CONTEXT: "true" },
    logOverride: { "empty-import-meta": "silent" },
  })
  return outputFiles[0]!.text
}

async function loadHere(files: readonly File[]) {
  const documents: unknown[] = []
  const failures: [string, string][] = []
  const onError = ({ path, reason }: { path: string; reason: string }) => failures.push([path, reason])
  for await (const document of loadDocuments(files, { onError })) documents.push(document)
  return { documents, failures }
}

export const filesChecks: readonly PageCheck[] = [
  {
    name: "files: loadDocuments gives in a browser what it gives on Node, and refuses a path",
    async run(page) {
      const mail = "From: a@b.example\r\nSubject: Rent\r\nContent-Type: text/html\r\n\r\n<p>It is <b>due</b>."
      const sources = [
        ...(await seeds()).filter(({ bytes }) => bytes.length > 0),
        { extension: ".eml", bytes: Buffer.from(mail) },
        { extension: ".rtf", bytes: Buffer.from("{\\rtf1\\ansi Words {\\b and} more.\\par}") },
        {
          extension: ".txt",
          bytes: Buffer.from([0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]),
        },
      ].map(({ extension, bytes }, index) => ({
        name: `${index}${extension}`,
        base64: Buffer.from(bytes).toString("base64"),
      }))
      const files = sources.map(({ name, base64 }) => new File([Buffer.from(base64, "base64")], name))
      const here = await loadHere(files)
      assert.ok(here.documents.length > 14)

      await page.route("http://localhost/", (route) =>
        route.fulfill({ contentType: "text/html", body: "<title>Files</title>" }),
      )
      await page.goto("http://localhost/")
      await page.addScriptTag({ content: await bundledLoaders() })
      assert.deepEqual(await page.evaluate(`loaders.load(${JSON.stringify(sources)})`), here)
      assert.match(String(await page.evaluate('loaders.refusalOf("a.txt")')), /there is no file system here/)
    },
  },
]
