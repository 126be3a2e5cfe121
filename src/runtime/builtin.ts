/**
 * A module of Node, asked for without an import, so that bundlers for browsers and edge runtimes meet none; undefined
 * where there is none. Next's edge runtime has the function by name, and throws when it is looked at.
 */
export function builtin<T>(id: string): T | undefined {
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?(id: string): T | undefined } }
    return process?.getBuiltinModule?.(id)
  } catch {
    return undefined
  }
}
