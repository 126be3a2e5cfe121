import { missingPeer } from "../../../runtime/load-peer"
import { functionsOf } from "../peer"

/** The part of the optional detector that is called; nothing else of it is relied on. */
interface EncodingDetector {
  detectAll(bytes: Uint8Array): readonly { readonly encoding: string | null; readonly confidence: number }[]
}

/** Encodings that files are found in; the detector knows many more that a short text looks like. */
const usual = /^(?:windows-125\d|windows-874|koi8-[ru]|shift_jis|euc-(?:jp|kr)|gbk|gb18030|big5)$/

/** How much of a file the detector is shown; more says no more. */
const sampleBytes = 65_536

/**
 * The likely encoding of a text of which many bytes are not ASCII; undefined where nothing is likely.
 *
 * @throws InvalidArgumentError where the detector is not installed
 */
export async function guessEncoding(bytes: Uint8Array): Promise<string | undefined> {
  const { detectAll } = await loadDetector()
  const found = detectAll(bytes.subarray(0, sampleBytes))
    .map(({ encoding, confidence }) => ({ encoding: decodable(encoding ?? ""), confidence }))
    .filter(({ encoding }) => encoding !== undefined)
  const [first] = found
  const likely = found.find(({ encoding }) => usual.test(encoding!))
  return likely !== undefined && likely.confidence * 2 >= first!.confidence
    ? likely.encoding
    : first?.encoding
}

/** The standard's name of an encoding; undefined for one that it does not have. */
export function decodable(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

async function loadDetector(): Promise<EncodingDetector> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    return functionsOf(await import("jschardet"))
  } catch (cause) {
    throw missingPeer("jschardet", "4", cause)
  }
}
