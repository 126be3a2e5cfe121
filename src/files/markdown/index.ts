import type { FileFormat } from "../kit/format"
import { text } from "../text"

/** Markdown: what the core reads anyway, so it stays as it is. */
export const markdown: FileFormat = { ...text, name: "markdown", extensions: [".md", ".markdown"] }
