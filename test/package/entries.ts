import packageJson from "../../package.json" with { type: "json" }

/** A public entry, as `exports` of package.json lists it: the one list, which all else is derived from. */
export interface Entry {
  /** As users import it: `spd-rag`, `spd-rag/memory`. */
  readonly name: string
  /** Its built files, without dist and ending: `adapters/memory`. */
  readonly path: string
  readonly source: string
}

export const entries: readonly Entry[] = Object.entries(packageJson.exports).flatMap(([key, target]) => {
  if (typeof target === "string") return []
  const path = target.import.default.replace(/^\.\/dist\/(.+)\.js$/, "$1")
  // An adapter is a folder with a door: adapters/memory is built from src/adapters/memory/index.ts.
  const source = path.startsWith("adapters/") ? `src/${path}/index.ts` : `src/${path}.ts`
  return [{ name: key.replace(/^\./, "spd-rag"), path, source }]
})
