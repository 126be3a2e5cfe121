/** The functions of a package: one of CommonJS has them on `default`, where no bundler put them at the top. */
export function functionsOf<T>(loaded: unknown): T {
  const { default: main } = loaded as { default?: unknown }
  return (typeof main === "object" && main !== null ? main : loaded) as T
}
