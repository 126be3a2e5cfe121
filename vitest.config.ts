import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import tsconfig from "./tsconfig.json" with { type: "json" }

// Tests import the library by its public names and get the sources.
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [path]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(path as string, import.meta.url)),
}))

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/**/*.test.ts", "examples/**/*.test.ts"],
    // Two cores are what the smallest machine has; the default leaves one of them idle.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { provider: "v8", include: ["src/**/*.ts"], reporter: ["text-summary", "json-summary"] },
  },
})
