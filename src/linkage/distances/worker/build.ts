/// <reference types="node" />
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

export const target: string = fileURLToPath(new URL("../worker-source.generated.ts", import.meta.url))

/** The TypeScript file that holds the worker as one script, so that bundlers and browsers need no file for it. */
export async function bundledWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "es2022",
    minify: true,
    write: false,
  })
  // Single quotes, as the formatter wants them around text that is full of double ones.
  const script = outputFiles[0]!.text.trim().replaceAll("\\", "\\\\").replaceAll("'", "\\'")
  return [
    "// Generated from distances/worker by `npm run build:worker`.",
    "/** A script for a worker of Node: takes panels of a DistanceJob. */",
    "export const distanceWorkerSource: string =",
    `  '${script}'`,
    "",
  ].join("\n")
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await bundledWorker())
