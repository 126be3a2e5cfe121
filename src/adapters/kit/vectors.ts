/** What is wrong with the vectors of a provider's answer; undefined where there is one of the asked length a text. */
export function vectorProblem(vectors: unknown, count: number, dimensions: number): string | undefined {
  if (!Array.isArray(vectors)) return "no vectors"
  if (vectors.length !== count) return `${vectors.length} vectors for ${count} texts`
  for (const [index, vector] of vectors.entries()) {
    if (!Array.isArray(vector)) return `no vector at index ${index}`
    if (vector.length !== dimensions) {
      return `a vector of length ${vector.length} at index ${index}, expected ${dimensions}`
    }
    if (!vector.every(Number.isFinite))
      return `a value that is no finite number in the vector at index ${index}`
  }
  return undefined
}
