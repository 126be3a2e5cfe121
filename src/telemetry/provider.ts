/** Names that the conventions have for providers that an adapter of ours calls. */
const wellKnown: { readonly [adapter: string]: string } = { gemini: "gcp.gemini", cohere: "cohere" }

/** The provider of a plug as far as its fingerprint says: its adapter, or what the AI SDK calls it. */
export function providerOf({ fingerprint }: { readonly fingerprint?: string | undefined }): string {
  const [, adapter, , ofSdk] =
    /^\["([a-z-]+?)(-embedder|-reranker)?\/\d+"(?:,"(\w+))?/.exec(fingerprint ?? "") ?? []
  if (adapter === undefined) return "custom"
  return adapter === "ai-sdk" ? (ofSdk ?? adapter) : (wellKnown[adapter] ?? adapter)
}
