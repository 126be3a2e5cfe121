import type * as z from "zod"
import type { JSONValue } from "../contracts"
import type { SpdRagEvent } from "../contracts/run-end"

/** How a call of a tool goes on. */
export interface ToolCall {
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: SpdRagEvent) => void) | undefined
}

/** What a tool gives: text for a model to read, and the same as data. */
export interface ToolResult {
  readonly text: string
  readonly data: { readonly [field: string]: JSONValue }
}

/** A tool, whatever protocol offers it. */
export interface DocumentTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** @param input as `input` gives it */
  run(input: never, call: ToolCall): Promise<ToolResult>
}

/** A tool whose `run` takes what its `input` gives. */
export function documentTool<Shape extends z.ZodRawShape>(
  tool: Omit<DocumentTool, "input" | "run"> & {
    readonly input: z.ZodObject<Shape>
    run(input: z.output<z.ZodObject<Shape>>, call: ToolCall): Promise<ToolResult>
  },
): DocumentTool {
  return tool as unknown as DocumentTool
}
