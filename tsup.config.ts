import { defineConfig } from "tsup"
import { entries } from "./test/package/entries"

export default defineConfig({
  entry: Object.fromEntries(entries.map(({ path, source }) => [path, source])),
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
