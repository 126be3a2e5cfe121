import { defineConfig } from "tsup"
import packageJson from "./package.json" with { type: "json" }

// An entry for every sub-path of `exports`: ./dist/offline/index.js is built from src/offline/index.ts.
const entry = Object.values(packageJson.exports).flatMap((target) => {
  if (typeof target === "string") return []
  const name = target.import.default.replace(/^\.\/dist\/(.+)\.js$/, "$1")
  return [[name, `src/${name}.ts`] as const]
})

export default defineConfig({
  entry: Object.fromEntries(entry),
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
