import type { LoadFailureReason } from "../kit/errors"
import type { ParseRequest } from "../kit/parse"
import type { ParsedBytes } from "./parse-bytes"

/** What the worker is asked: to load a format's packages, or to read a file. */
export type WorkerRequest =
  | { readonly format: string }
  | { readonly format: string; readonly request: Omit<ParseRequest, "signal"> }

/** What it answers. Errors are told by their fields, since a thread can't hand its own over. */
export type WorkerReply =
  | { readonly loaded: true }
  /** The packages can't be loaded there. */
  | { readonly loaded: false }
  | { readonly parsed: ParsedBytes }
  | {
      readonly failure: {
        readonly reason: LoadFailureReason
        readonly message: string
        readonly cause: { readonly name: string; readonly message: string } | undefined
      }
    }
