import { readFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { launchChromium } from "../../support/chromium"
import { serve } from "../loopback"
import type { Row } from "../row"
import type { Report } from "../scenario"

/** The system's own, as for test:browser. */
export const chromium: Row = {
  name: "chromium",
  packages: [],
  async run({ folder }) {
    const out = join(folder, "out")
    await build({
      entryPoints: [join(folder, "scenario.mjs")],
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      platform: "browser",
      outdir: out,
      logLevel: "silent",
    })
    const asked: string[] = []
    const server = await serve(({ url = "" }, response) => {
      asked.push(url)
      if (url === "/")
        return void response.setHeader("content-type", "text/html").end("<title>A page</title>")
      if (!url.endsWith(".js")) return void response.end("here")
      response.setHeader("content-type", "text/javascript").end(readFileSync(join(out, url)))
    })
    const browser = await launchChromium()
    try {
      const report = async (countTokens: string): Promise<Report> => {
        const page = await browser.newPage()
        await page.goto(server.url)
        const options = `{ url: "/any", countTokens: ${countTokens} }`
        return page.evaluate(`import("/scenario.js").then(({ scenario }) => scenario(${options}))`)
      }
      const own = await report("(text) => Math.ceil(text.length / 4)")
      const loadedEarly = asked.filter(isVocabulary(out))
      const byDefault = await report("undefined")
      const loaded = asked.filter(isVocabulary(out))
      return {
        ...Object.fromEntries(
          Object.entries(own).map(([name, result]) => [
            `${name}, with its own counter`,
            result.replace(/^ok: .*/, "ok"),
          ]),
        ),
        ...byDefault,
        "the vocabulary is fetched when it is needed":
          loadedEarly.length === 0 && loaded.length === 1
            ? "ok"
            : `It was fetched ${loadedEarly.length} times before and ${loaded.length} in all.`,
      }
    } finally {
      await browser.close()
      server.close()
    }
  },
}

const isVocabulary = (out: string) => (url: string) =>
  url.endsWith(".js") && readFileSync(join(out, url), "utf8").includes("IQ== Ig== Iw==")
