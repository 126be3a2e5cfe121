import packageJson from "../../package.json" with { type: "json" }

/** A public entry, as `exports` of package.json lists it: the one list, which all else is derived from. */
export interface Entry {
  /** As users import it: `spd-rag`, `spd-rag/memory`. */
  readonly name: string
  /** Its files without folder and ending: `adapters/memory/index` is built from src into dist. */
  readonly path: string
  readonly source: string
}

export const entries: readonly Entry[] = Object.entries(packageJson.exports).flatMap(([key, target]) => {
  if (typeof target === "string") return []
  const path = target.import.default.replace(/^\.\/dist\/(.+)\.js$/, "$1")
  return [{ name: key.replace(/^\./, "spd-rag"), path, source: `src/${path}.ts` }]
})
