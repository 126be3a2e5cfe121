/** Node's own hash, without importing Node: Web Crypto hands each text to a thread, which takes five times as long. */
interface NodeHashes {
  createHash(name: "sha256"): { update(bytes: Uint8Array): { digest(form: "hex"): string } }
}
const { process } = globalThis as {
  readonly process?: { readonly getBuiltinModule?: ((name: string) => NodeHashes | undefined) | undefined }
}
const node = process?.getBuiltinModule?.("node:crypto")

/** Lower-case hex SHA-256 of the text's UTF-8 form. Runs wherever Web Crypto does. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  if (node !== undefined) return node.createHash("sha256").update(bytes).digest("hex")
  const digest = await crypto.subtle.digest("SHA-256", bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
