/**
 * Path patterns as in shells: `*` and `?` stay inside one name, `**` spans folders, `{a,b}` is either. A pattern
 * without a slash is held against the file's name alone, so `*.pdf` finds PDFs at any depth.
 */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const alternatives = patterns.flatMap(expandBraces).map((pattern) => ({
    segments: pattern
      .replace(/^\.?\//, "")
      .replace(/\/$/, "/**")
      .split("/"),
    nameOnly: !pattern.includes("/"),
  }))
  return (path) => {
    const names = path.split("/")
    return alternatives.some(({ segments, nameOnly }) =>
      matchSegments(segments, nameOnly ? names.slice(-1) : names),
    )
  }
}

/** `a.{x,y}` to `a.x` and `a.y`; braces without a partner stay as they are. */
function expandBraces(pattern: string): string[] {
  const found = [...pattern.matchAll(/\{([^{}]*)\}/g)].find(([, choices]) => choices!.includes(","))
  if (found === undefined) return [pattern]
  const before = pattern.slice(0, found.index)
  const after = pattern.slice(found.index + found[0].length)
  return found[1]!.split(",").flatMap((choice) => expandBraces(before + choice + after))
}

const matchSegments = (pattern: readonly string[], names: readonly string[]): boolean =>
  matchWild(
    pattern.length,
    names.length,
    (p) => pattern[p] === "**",
    (p, n) => matchName(pattern[p]!, names[n]!),
  )

const matchName = (pattern: string, name: string): boolean =>
  matchWild(
    pattern.length,
    name.length,
    (p) => pattern[p] === "*",
    (p, n) => pattern[p] === "?" || pattern[p] === name[n],
  )

/** One wildcard walk for both levels; it goes back to the last wildcard only, so no pattern is exponential. */
function matchWild(
  patternLength: number,
  length: number,
  isWild: (p: number) => boolean,
  matches: (p: number, n: number) => boolean,
): boolean {
  let p = 0
  let n = 0
  let wild = -1
  let resume = 0
  while (n < length) {
    if (p < patternLength && isWild(p)) {
      wild = p++
      resume = n
    } else if (p < patternLength && matches(p, n)) {
      p++
      n++
    } else if (wild >= 0) {
      p = wild + 1
      n = ++resume
    } else return false
  }
  while (p < patternLength && isWild(p)) p++
  return p === patternLength
}
