import { decodeText } from "../kit/decode-text"
import type { FileFormat } from "../kit/format"

/** Plain text: the file's own characters. */
export const text: FileFormat = {
  name: "text",
  extensions: [".txt"],
  isPlain: true,
  loadParser:
    async () =>
    async ({ bytes }) => ({ text: decodeText(bytes) }),
}
