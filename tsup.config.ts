import { defineConfig } from "tsup"
import { entries } from "./test/package/entries"
import { licences } from "./test/package/licences"

/** The thread that reads files, which no one imports: spd-rag/files starts it by its place beside that entry. */
const worker = { "files/worker": "src/files/worker.ts" }

export default defineConfig([
  {
    entry: { ...Object.fromEntries(entries.map(({ path, source }) => [path, source])), ...worker },
    format: ["esm", "cjs"],
    dts: true,
    sourcemap: true,
    // The command is built beside it, at the same time.
    clean: ["!cli/**"],
    treeshake: true,
    // One shared chunk for CommonJS too, so that `instanceof SpdRagError` holds across sub-paths.
    splitting: true,
    target: "es2022",
    platform: "neutral",
    external: [/^node:/, "stream"],
    removeNodeProtocol: false,
    // Of papaparse, which is bundled, the part without Node's streams: nothing asks for them then.
    define: { PAPA_BROWSER_CONTEXT: "true" },
    esbuildOptions: (options) => {
      options.mainFields = ["module", "main"]
    },
    esbuildPlugins: [licences("dist/licences.txt")],
  },
  {
    // The command: it imports the library by its public names, and holds the packages that it alone needs.
    entry: { bin: "src/cli/bin.ts" },
    outDir: "dist/cli",
    format: "esm",
    clean: true,
    splitting: true,
    target: "es2022",
    platform: "node",
    external: [/^spd-rag/],
    removeNodeProtocol: false,
    // Some of those packages are CommonJS and ask for parts of Node.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    esbuildPlugins: [licences("dist/cli/licences.txt")],
  },
])
