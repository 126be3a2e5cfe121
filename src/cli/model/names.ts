import { UsageError } from "../errors"

export const providers = ["gemini", "openai", "anthropic", "ollama"] as const

/** A model as the command line names it. */
export type NamedModel =
  | { readonly provider: (typeof providers)[number]; readonly model: string }
  | { readonly provider: "local"; readonly path: string }

const forms = `${providers.map((name) => `${name}:NAME`).join(", ")} or FILE.gguf`

/** @throws UsageError for a name that says neither a provider nor a file */
export function parseModelName(name: string): NamedModel {
  if (/\.gguf$/i.test(name)) return { provider: "local", path: name }
  const colon = name.indexOf(":")
  const provider = providers.find((known) => known === name.slice(0, Math.max(0, colon)))
  const model = name.slice(colon + 1).trim()
  if (provider === undefined) {
    throw new UsageError(`--model ${JSON.stringify(name)} names no provider: it has to be ${forms}.`)
  }
  if (model === "") throw new UsageError(`--model ${JSON.stringify(name)} names no model of ${provider}.`)
  return { provider, model }
}
