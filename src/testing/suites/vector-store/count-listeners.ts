/** Counts the abort listeners that are added to the signal from now on and not removed. */
export function countListeners(signal: AbortSignal): () => number {
  const listeners = new Set<unknown>()
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (type: string, listener: never, options?: never) => {
    listeners.add(listener)
    addEventListener.call(signal, type, listener, options)
  }
  signal.removeEventListener = (type: string, listener: never, options?: never) => {
    listeners.delete(listener)
    removeEventListener.call(signal, type, listener, options)
  }
  return () => listeners.size
}
