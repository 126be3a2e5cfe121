/// <reference types="node" />
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { pageSource } from "../../report/page/kit/bundle"

export const target: string = fileURLToPath(new URL("../page.generated.ts", import.meta.url))

/** The TypeScript file that holds the script and the style of the live page, which shows its answers as reports. */
export const livePage = (): Promise<string> =>
  pageSource({
    from: "serve/page",
    types: "../report/html",
    script: fileURLToPath(new URL("main.ts", import.meta.url)),
    styles: ["../../report/page/style.css", "style.css"].map((path) =>
      fileURLToPath(new URL(path, import.meta.url)),
    ),
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await livePage())
