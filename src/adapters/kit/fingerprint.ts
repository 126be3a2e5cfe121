/**
 * The `fingerprint` of a plug: what determines its results beside the request, for the keys of a cache.
 *
 * @param adapter its name and version, such as `gemini/1`; another version where the same request gets another result
 * @param parameters those of the plug; no secret
 */
export function fingerprintOf(adapter: string, ...parameters: readonly unknown[]): string {
  return JSON.stringify([adapter, ...parameters])
}
