import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { entries } from "./test/package/entries.ts"

// Tests import the library by its public names and get the sources.
const alias = entries.map(({ name, source }) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(source, import.meta.url)),
}))

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/**/*.test.ts", "examples/**/*.test.ts"],
    // Two cores are what the smallest machine has; the default leaves one of them idle.
    maxWorkers: "100%",
    // No test is about time: these only end one that hangs, on a machine that is busy with other work too.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    coverage: { provider: "v8", include: ["src/**/*.ts"], reporter: ["text-summary", "json-summary"] },
  },
})
