/** Parts that are joined may have a few tokens fewer, or more, than one by one. */
export function below(tokens: number): number {
  return Math.max(0, Math.floor(0.98 * tokens) - 16)
}

export function above(tokens: number): number {
  return Math.ceil(1.02 * tokens) + 64
}
