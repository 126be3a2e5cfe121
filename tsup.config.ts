import { defineConfig } from "tsup"
import { entries } from "./test/package/entries"

/** The thread that reads files, which no one imports: spd-rag/files starts it by its place beside that entry. */
const worker = { "files/worker": "src/files/worker.ts" }

export default defineConfig({
  entry: { ...Object.fromEntries(entries.map(({ path, source }) => [path, source])), ...worker },
  format: ["esm", "cjs"],
  dts: true,
  sourcemap: true,
  clean: true,
  treeshake: true,
  // One shared chunk for CommonJS too, so that `instanceof SpdRagError` holds across sub-paths.
  splitting: true,
  target: "es2022",
  platform: "neutral",
  external: [/^node:/],
  removeNodeProtocol: false,
})
