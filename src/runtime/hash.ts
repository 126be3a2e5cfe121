import { builtin } from "./builtin"

/** Node's own hash, without importing Node: Web Crypto hands each text to a thread, which takes five times as long. */
interface NodeHashes {
  hash?(name: "sha256", content: string | Uint8Array, form: "hex"): string
}
const node = /* @__PURE__ */ builtin<NodeHashes>("node:crypto")

/** Lower-case hex SHA-256 of bytes, or of a text's UTF-8 form. Runs wherever Web Crypto does. */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  if (node?.hash !== undefined) return node.hash("sha256", content, "hex")
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const digest = await crypto.subtle.digest("SHA-256", bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
