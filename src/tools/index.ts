/**
 * A set of documents as tools of the AI SDK.
 *
 * @module spd-rag/tools
 */
import type * as z from "zod"
import type { SpdRag } from "../spd-rag"
import type { ToolResult } from "./tool"
import { toolsOf } from "./tools-of"

/** A tool as the AI SDK takes it (`tools` of `generateText` and `streamText`). */
export interface DocumentAiTool {
  readonly title: string
  readonly description: string
  readonly inputSchema: z.ZodType
  execute(
    input: unknown,
    options?: { readonly abortSignal?: AbortSignal | undefined },
  ): Promise<ToolResult["data"]>
  /** What a model is given of a result: text, not the data. */
  toModelOutput(options: { readonly output: unknown }): { readonly type: "text"; readonly value: string }
}

/** The tools by the names that a model calls them by. */
export interface DocumentTools {
  readonly ask_documents: DocumentAiTool
  readonly extract_table: DocumentAiTool
  readonly list_documents: DocumentAiTool
  readonly read_quote: DocumentAiTool
}

/**
 * A set of documents as tools of the AI SDK: `generateText({ model, tools: documentTools(rag), ... })`. Each checks its
 * input, obeys `abortSignal` and makes its calls under the set's own limits.
 */
export function documentTools(rag: SpdRag): DocumentTools {
  const tools = toolsOf(rag).map(({ name, title, description, input, run }) => {
    const tool: DocumentAiTool = {
      title,
      description,
      inputSchema: input,
      async execute(given, { abortSignal } = {}) {
        const { text, data } = await run(input.parse(given) as never, { signal: abortSignal })
        return { ...data, shown: text }
      },
      toModelOutput({ output }) {
        return { type: "text", value: String((output as { readonly shown?: unknown }).shown) }
      },
    }
    return [name, tool] as const
  })
  return Object.fromEntries(tools) as unknown as DocumentTools
}
