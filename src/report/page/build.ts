/// <reference types="node" />
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { pageSource } from "./kit/bundle"

export const target: string = fileURLToPath(new URL("../page.generated.ts", import.meta.url))

/** The TypeScript file that holds the script and the style of a report's page. */
export const reportPage = (): Promise<string> =>
  pageSource({
    from: "report/page",
    types: "./html",
    script: fileURLToPath(new URL("main.ts", import.meta.url)),
    styles: [fileURLToPath(new URL("style.css", import.meta.url))],
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await reportPage())
