/**
 * Where results of finished calls are kept: a Map, a Keyv instance and an unstorage storage fit as they are, and so
 * does what `spd-rag/cache` makes. One that throws, is slow or gives back something else is a miss.
 */
export interface CallCache {
  /** What was set for the key: the text, or what it is as JSON. Anything else is a miss. */
  get(key: string): unknown
  /** @param value JSON text: a result, never a key or a prompt */
  set(key: string, value: string): unknown
}
