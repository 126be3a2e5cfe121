import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^spd-rag$/, replacement: source("index.ts") },
      { find: /^spd-rag\/(offline|testing|baselines|evaluation|files)$/, replacement: source("$1/index.ts") },
      { find: /^spd-rag\/(.+)$/, replacement: source("adapters/$1.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { provider: "v8", include: ["src/**/*.ts"], reporter: ["text-summary", "json-summary"] },
  },
})
