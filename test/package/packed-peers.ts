import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import type { PackedProject } from "./packed-project"

const call = "{ messages: [{ role: 'user', content: 'a' }] }"
/** What a user does who has not installed the package; each is a promise that rejects. */
const withoutPeer: { readonly [peer: string]: { readonly entry: string; readonly code: string } } = {
  "@google/genai": { entry: "gemini", code: `entry.gemini({ model: "m", apiKey: "k" }).generate(${call})` },
  "cohere-ai": {
    entry: "cohere",
    code: `entry.cohereReranker({ apiKey: "k" }).rerank({ query: "a", texts: ["b"], topN: 1 })`,
  },
  "@libsql/client": {
    entry: "libsql",
    code: `entry.libsqlVectorStore({ url: ":memory:" }).get({ documentId: "a" })`,
  },
  "node-llama-cpp": { entry: "local", code: `entry.localLLM({ modelPath: "empty.gguf" }).generate(${call})` },
  "@opentelemetry/api": { entry: "telemetry", code: "entry.openTelemetry()" },
  ioredis: { entry: "bullmq", code: `entry.bullmqAgent({ connection: {}, queue: "q" }).ready({})` },
  bullmq: {
    entry: "bullmq",
    code: `import("spd-rag").then(async ({ spdRag }) => {
      const rag = spdRag((await import("spd-rag/offline")).offline())
      return entry.startAgentWorker({ connection: {}, queue: "q", rag })
    })`,
  },
  "@modelcontextprotocol/sdk": { entry: "mcp", code: "entry.createMcpServer({})" },
  "@sqlite.org/sqlite-wasm": {
    entry: "tables",
    code: `entry.queryRows({ sql: "SELECT 1", columns: [], rows: [] })`,
  },
  unpdf: { entry: "files", code: `entry.loadDocuments("empty.pdf").next()` },
  "@e965/xlsx": { entry: "files", code: `entry.loadDocuments("empty.xls").next()` },
  numfmt: { entry: "files", code: `entry.loadDocuments("empty.xlsx").next()` },
  "postal-mime": { entry: "files", code: `entry.loadDocuments("empty.eml").next()` },
  parse5: { entry: "files", code: `entry.loadDocuments("empty.html").next()` },
}

/** Asked for in the middle of a file, which is then read without it and says so. */
const doneWithout = "jschardet"

const peers = Object.keys(packageJson.peerDependencies).filter((peer) => peer !== doneWithout)

export function peerTests(project: () => PackedProject): void {
  test("without any peer installed, each says by name what to install", () => {
    const { folder } = project()
    for (const { code } of Object.values(withoutPeer)) {
      const [, file] = /"(empty\.\w+)"/.exec(code) ?? []
      if (file !== undefined) writeFileSync(join(folder, file), "a")
    }
    const messages = messagesOf(project(), peers)
    for (const peer of peers) {
      expect(messages[peer]).toMatch(/^InvalidArgumentError: Expected `/)
      expect(messages[peer]).toContain(`installed (run \`npm install ${peer}@`)
      // A range with a space or a bar in it would be cut by the shell.
      expect(/npm install (.*?)`/.exec(messages[peer] ?? "")?.[1]).toMatch(/^\S+@[\^~]?[\d.]+(?:-build\d)?$/)
    }
  })
}

function messagesOf(project: PackedProject, names: readonly string[]): Record<string, string> {
  const lines = names.map((peer) => {
    const { entry, code } = withoutPeer[peer] ?? { entry: "", code: "no test for this peer" }
    return [
      `messages[${JSON.stringify(peer)}] = await import("spd-rag/${entry}").then((entry) => ${code})`,
      "  .then(() => 'it went through', (error) => error.name + ': ' + error.message)",
    ].join("\n")
  })
  const path = join(project.folder, "peers.mjs")
  writeFileSync(path, ["const messages = {}", ...lines, "console.log(JSON.stringify(messages))"].join("\n"))
  return JSON.parse(project.node("peers.mjs")) as Record<string, string>
}
