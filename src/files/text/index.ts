import { decodeText } from "../kit/encoding/decode"
import type { FileFormat } from "../kit/format"

/** Plain text: the file's own characters. */
export const text: FileFormat = {
  name: "text",
  extensions: [".txt"],
  isPlain: true,
  loadParser:
    async () =>
    async ({ bytes, encoding }) =>
      decodeText(bytes, { encoding }),
}
