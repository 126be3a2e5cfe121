/// <reference types="node" />

/** Where the command writes: a terminal, a file, a pipe, or a test. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** All that the command knows of the process that it runs in. */
export interface CommandHost {
  /** Words of the command line, without Node and the script. */
  readonly argv: readonly string[]
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }
  /** Answers, lists and help: what a pipe wants. */
  readonly stdout: Output
  /** Progress, notes and errors. */
  readonly stderr: Output
  readonly env: { readonly [name: string]: string | undefined }
  /** Absolute. */
  readonly cwd: string
  /** Aborts at the first Ctrl-C. */
  readonly signal: AbortSignal
  /** Milliseconds since any fixed moment. @default the machine's clock */
  readonly now?: (() => number) | undefined
}
