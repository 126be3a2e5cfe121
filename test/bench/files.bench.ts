/**
 * Recall of words beside other programs, on files of published packages: how many of the words that the other program
 * gives for a file are in ours. `SPD_RAG_BEFORE=folder` compares with another build of this package.
 */
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import * as here from "spd-rag/files"
import { publicFiles } from "./files/packages"
import { references } from "./files/references"
import { recall } from "./files/words"

const before = process.env.SPD_RAG_BEFORE
const builds: (readonly [string, Pick<typeof here, "loadDocuments">])[] = [["now", here]]
if (before !== undefined) {
  builds.unshift(["before", await import(pathToFileURL(join(before, "dist/files/index.js")).href)])
}

for (const [extension, programs] of Object.entries(references)) {
  const paths = publicFiles(extension)
  const own = await Promise.all(builds.map(([, build]) => textsOf(build, paths)))
  for (const { program, textsOf: referenceTexts } of programs) {
    const texts = referenceTexts(paths)
    const rows = builds.map(([name], build) => {
      const { texts: ours, seconds } = own[build]!
      const shares = paths.flatMap((path, index) => {
        const [text, reference] = [ours[index], texts[index]]
        // A file that is refused with a reason is counted apart; nothing of it is read wrong.
        if (text === undefined || reference === undefined) return []
        const { found, all } = recall(text, reference)
        return all === 0 ? [] : [{ path, found, all }]
      })
      const [found, all] = [sum(shares.map(({ found }) => found)), sum(shares.map(({ all }) => all))]
      const worst = shares
        .filter(({ found, all }) => found < 0.95 * all)
        .map(({ path, found, all }) => `${basename(path)} ${(found / all).toFixed(2)}`)
      const refused = ours.filter((text) => text === undefined).length
      if (name === "now" && worst.length > 0) console.log(`  below .95: ${worst.join(", ")}`)
      return {
        build: name,
        files: shares.length,
        refused,
        words: all,
        recall: all === 0 ? "-" : (found / all).toFixed(4),
        seconds,
      }
    })
    console.log(`${extension} beside ${program}: ${paths.length} files`)
    console.table(rows)
  }
}

async function textsOf(build: Pick<typeof here, "loadDocuments">, paths: readonly string[]) {
  const start = performance.now()
  const texts: (string | undefined)[] = []
  for (const path of paths) {
    let text: string | undefined
    for await (const document of build.loadDocuments(path, { onError: () => {} })) text = document.text
    texts.push(text)
  }
  return { texts, seconds: ((performance.now() - start) / 1000).toFixed(1) }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
