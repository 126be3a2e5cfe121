import { defineConfig } from "tsup"

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "adapters/memory": "src/adapters/memory.ts",
    "offline/index": "src/offline/index.ts",
    "testing/index": "src/testing/index.ts",
  },
  format: ["esm", "cjs"],
  dts: true,
  sourcemap: true,
  clean: true,
  treeshake: true,
  // One shared chunk for CommonJS too, so that `instanceof SpdRagError` holds across sub-paths.
  splitting: true,
  target: "es2022",
  platform: "neutral",
})
