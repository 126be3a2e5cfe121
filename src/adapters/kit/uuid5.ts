/** Namespace of all ids that the library makes; any fixed UUID would do. */
const namespace = Uint8Array.of(
  ...[0x5b, 0x1e, 0x0c, 0x52, 0x77, 0x0d, 0x4c, 0x0e, 0x9a, 0x3f, 0x2d, 0x64, 0x81, 0xb7, 0x35, 0xe9],
)

/** A UUID of version 5 (RFC 9562, section 5.5): the same parts always give the same id. */
export async function uuid5(...parts: readonly (string | number)[]): Promise<string> {
  // JSON keeps ["a", "b"] and ["ab"] apart.
  const name = new TextEncoder().encode(JSON.stringify(parts))
  const input = new Uint8Array(namespace.length + name.length)
  input.set(namespace)
  input.set(name, namespace.length)
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-1", input)).slice(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
