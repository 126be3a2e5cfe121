import type { AskedDocument } from "../documents/select-documents"

/** So many documents that hold text, spread evenly over those asked; all where there are no more. */
export function sampleOf(asked: readonly AskedDocument[], size: number): readonly AskedDocument[] {
  const filled = asked.filter(({ stored }) => stored !== undefined && stored.chunkCount > 0)
  if (filled.length <= size) return asked.length <= size ? asked : filled
  return Array.from({ length: size }, (_, index) => filled[Math.floor((index * filled.length) / size)]!)
}
