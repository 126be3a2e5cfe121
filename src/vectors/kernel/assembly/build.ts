/// <reference types="node" />
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import asc from "assemblyscript/asc"

const sourceOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
export const target: string = fileURLToPath(new URL("../wasm.generated.ts", import.meta.url))

/** The TypeScript file that holds the compiled kernel. */
export async function compiledKernel(): Promise<string> {
  let binary: Uint8Array = new Uint8Array()
  const { error, stderr } = await asc.main(
    ["index.ts", "--outFile", "kernel.wasm", "-O3", "--noAssert", "--runtime", "stub", "--enable", "simd"],
    {
      readFile: (name) => (existsSync(sourceOf(name)) ? readFileSync(sourceOf(name), "utf8") : null),
      writeFile: (name, contents) => {
        if (name === "kernel.wasm") binary = contents as Uint8Array
      },
      listFiles: () => [],
    },
  )
  if (error !== null) throw new Error(`The kernel does not compile: ${stderr.toString()}`, { cause: error })
  const base64 = Buffer.from(binary).toString("base64")
  return [
    "// Generated from kernel/assembly by `npm run build:kernel`.",
    `/** WebAssembly, ${binary.length} bytes in base64. */`,
    "export const vectorKernelWasm: string =",
    `  "${base64}"`,
    "",
  ].join("\n")
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await compiledKernel())
