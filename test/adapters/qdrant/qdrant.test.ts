import { describe, it } from "vitest"
import { qdrantVectorStore } from "../../../src/adapters/qdrant"
import type { VectorStore } from "../../../src/contracts"
import { describeVectorStore } from "../../../src/testing/suites/vector-store"
import { type QdrantServer, startQdrantServer } from "./server"

const strict = {
  enabled: true,
  unindexed_filtering_retrieve: false,
  unindexed_filtering_update: false,
  max_query_limit: 100,
  upsert_max_batchsize: 50,
  search_allow_exact: false,
} as const

for (const [name, options] of [
  ["on a server of today", { apiKey: "key" }],
  ["on a server in strict mode", { strict, prefix: "/vectors" }],
  ["on a server of version 1.11", { minorVersion: 11 }],
] as const) {
  const servers = new Map<VectorStore, QdrantServer>()
  const open = (url: string) => qdrantVectorStore({ url, collection: "spd", dimensions: 4, apiKey: "key" })
  describeVectorStore(`qdrantVectorStore ${name}`, {
    describe,
    it,
    withoutVectors: false,
    async create() {
      const server = await startQdrantServer(options)
      const store = open(server.url)
      servers.set(store, server)
      return store
    },
    reopen: (store) => open(servers.get(store)!.url),
    dispose: (store) => servers.get(store)!.close(),
  })
}

const realUrl = process.env.SPD_RAG_QDRANT_URL
if (realUrl === undefined)
  console.log("qdrant: set SPD_RAG_QDRANT_URL to run the suite on a real server; skipped")
else {
  let made = 0
  const collections = new Map<VectorStore, string>()
  const open = (collection: string) =>
    qdrantVectorStore({ url: realUrl, collection, dimensions: 4, apiKey: process.env.SPD_RAG_QDRANT_API_KEY })
  describeVectorStore("qdrantVectorStore on a real server", {
    describe,
    it,
    withoutVectors: false,
    create() {
      const collection = `spd-rag-test-${process.pid}-${made++}`
      const store = open(collection)
      collections.set(store, collection)
      return store
    },
    reopen: (store) => open(collections.get(store)!),
    async dispose(store) {
      const headers = { "api-key": process.env.SPD_RAG_QDRANT_API_KEY ?? "" }
      await fetch(`${realUrl}/collections/${collections.get(store)}`, { method: "DELETE", headers })
    },
  })
}
