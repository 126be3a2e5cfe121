import { missingPeer } from "../../runtime/load-peer"
import { functionsOf } from "../kit/peer"

export interface MailAddress {
  readonly name?: string
  readonly address?: string
  readonly group?: readonly MailAddress[]
}

/** A mail as the parser gives it; the parts of it that are read. */
export interface ParsedMail {
  readonly subject?: string
  readonly from?: MailAddress
  readonly to?: readonly MailAddress[]
  readonly cc?: readonly MailAddress[]
  readonly text?: string
  readonly html?: string
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  readonly attachments: readonly {
    readonly filename?: string | null
    readonly mimeType?: string
    readonly content: ArrayBuffer
  }[]
}

/** The part of the optional parser that is called; nothing else of it is relied on. */
export interface MailParser {
  parse(bytes: Uint8Array, options: { readonly maxNestingDepth: number }): Promise<ParsedMail>
}

/** @throws InvalidArgumentError that says what to install. */
export async function loadMailParser(): Promise<MailParser> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    const loaded = (await import("postal-mime")) as { default: unknown }
    return typeof loaded.default === "function"
      ? (loaded.default as unknown as MailParser)
      : functionsOf(loaded.default)
  } catch (cause) {
    throw missingPeer("postal-mime", "4", cause)
  }
}
