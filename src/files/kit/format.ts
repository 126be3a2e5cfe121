import type { ParseFile } from "./parse"

/** A kind of file. A format's folder exports one, and the list in `formats.ts` is the only place that names it. */
export interface FileFormat {
  /** Told in `metadata.format`. */
  readonly name: string
  /** In lower case, with their dots. */
  readonly extensions: readonly string[]
  /** True where reading takes no more time and memory than the bytes: then no thread is started for it. */
  readonly isPlain?: boolean | undefined
  /** True where the bytes are of this format, whatever the file is called. */
  readonly sniff?: ((bytes: Uint8Array) => boolean) | undefined
  /**
   * Loads the optional packages and gives the parser; called once a load.
   *
   * @throws InvalidArgumentError that says what to install.
   */
  readonly loadParser: () => Promise<ParseFile>
}
