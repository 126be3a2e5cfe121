import { missingPeer } from "../../runtime/load-peer"
import { functionsOf } from "../kit/peer"

/** The parts of the optional parser that are called; nothing else of it is relied on. */
export interface DocxParser {
  convertToHtml(
    input: { buffer: Uint8Array },
    options: { styleMap: string[]; convertImage: unknown },
  ): Promise<{ value: string }>
  images: { imgElement(read: () => Promise<{ src: string }>): unknown }
}

/** @throws InvalidArgumentError that says what to install. */
export async function loadDocxParser(): Promise<DocxParser> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    return functionsOf(await import("mammoth"))
  } catch (cause) {
    throw missingPeer("mammoth", "1", cause)
  }
}
