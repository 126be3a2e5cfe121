import { SpdRagError } from "../../errors"

/**
 * Why a file gave no document.
 *
 * `missing`: no such path, or a link that leads nowhere. `unreadable`: the system refused, for example by its
 * permissions. `damaged`: not what its ending says, or cut. `encrypted`: needs a password. `empty`: no text in it,
 * or a folder without a file of a known kind. `image-only`: pages that hold pictures and no text. `too-large`: over
 * `maxFileBytes`, or over four times that when unpacked. `unsupported`: a kind that no loader reads. `binary`: no
 * text under a text file's ending. `outside`: a link that leads out of the given folders. `uninstalled`: the package
 * that reads this kind is not installed; the message says how to.
 */
export type LoadFailureReason =
  | "missing"
  | "unreadable"
  | "damaged"
  | "encrypted"
  | "empty"
  | "image-only"
  | "too-large"
  | "unsupported"
  | "binary"
  | "outside"
  | "uninstalled"

/** One file that gave no document. */
export interface LoadFailure {
  /** As given, or the given folder followed by the way to the file. */
  readonly path: string
  /**
   * Id of the document that the file would have been. Undefined where the path stands for any number of files: a
   * given path with nothing there, a folder that can't be listed or that holds nothing to read.
   */
  readonly id: string | undefined
  readonly reason: LoadFailureReason
  readonly error: LoadFileError
}

/** What a whole load came to. */
export interface LoadReport {
  /** Documents given out. */
  readonly loaded: number
  /** In the order of the files. */
  readonly failures: readonly LoadFailure[]
}

/** A file gave no document; `reason` says why, and `cause` is what the system or the parser threw. */
export class LoadFileError extends SpdRagError {
  override readonly name = "LoadFileError"
  readonly reason: LoadFailureReason

  constructor(reason: LoadFailureReason, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.reason = reason
  }
}

/** Thrown after the last document when files failed and no `onError` was given to hear of each. */
export class LoadDocumentsError extends SpdRagError implements LoadReport {
  override readonly name = "LoadDocumentsError"
  readonly loaded: number
  readonly failures: readonly LoadFailure[]

  constructor(report: LoadReport) {
    const shown = report.failures.slice(0, 10).map(({ path, reason }) => `${path} (${reason})`)
    const more = report.failures.length - shown.length
    super(
      `${report.failures.length} of the paths could not be read, ${report.loaded} documents were: ` +
        `${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`,
    )
    this.loaded = report.loaded
    this.failures = report.failures
  }
}
