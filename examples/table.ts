import { fileURLToPath } from "node:url"
import { type DocumentAgent, type Quote, spdRag } from "spd-rag"
import { loadDocuments } from "spd-rag/files"
import { offlineCoordinator, offlineSynthesizer } from "spd-rag/offline"
import { z } from "zod"

// A row of every page about an adapter, without a model: rules read in its place. Give `llm` instead of `agent`,
// `coordinator` and `synthesizer`, and a model reads.
const columns = z.object({
  package: z.string().nullable().describe("the package that a user installs"),
  version: z.string().nullable().describe("the version of it that is asked for"),
  entry: z.string().nullable().describe("the entry of spd-rag that is imported"),
})

const rules: Readonly<Record<string, RegExp>> = {
  package: /npm install (?:spd-rag )?(@?[\w./-]+)@/,
  version: /npm install .*@(\^[\d.]+)/,
  entry: /from "(spd-rag\/[\w-]+)"/,
}

const agent: DocumentAgent = async ({ document, search, plan, table }) => {
  const chunks = await search.chunks()
  const answers = plan.tasks.map((_, index) => {
    const rule = rules[table!.columns[index]!.name]!
    for (const chunk of chunks) {
      const match = rule.exec(chunk.text)
      if (match === null) continue
      const start = chunk.start + match.index
      const quote: Quote = { text: match[0], chunkId: chunk.id, start, end: start + match[0].length }
      return { task: index + 1, found: true, answer: match[1]!, quotes: [quote] }
    }
    return { task: index + 1, found: false, answer: "", quotes: [] }
  })
  const { id: documentId, title } = document
  return { documentId, title, relevance: 1, report: "", answers, searches: [], stopReason: "read-whole" }
}

const rag = spdRag({ agent, coordinator: offlineCoordinator(), synthesizer: offlineSynthesizer() })
const folder = fileURLToPath(new URL("../docs/adapters/", import.meta.url))
await rag.add(loadDocuments(folder, { documentId: "relativePath" }))

const table = await rag.table({ columns })
console.log(table.toMarkdown())

const { rows } = await table.query("SELECT COUNT(package) AS packages, COUNT(*) AS pages FROM rows")
console.log(`${rows[0]?.values[0]} of ${rows[0]?.values[1]} pages name a package.`)
