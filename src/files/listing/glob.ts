import { InvalidArgumentError } from "../../errors"

/** Braces beside braces multiply. */
const maxAlternatives = 1_000
const maxPatternLength = 4_096

/**
 * Path patterns as in shells: `*` and `?` stay inside one name, `**` spans folders, `{a,b}` is either. A pattern
 * without a slash is held against the file's name alone, so `*.pdf` finds PDFs at any depth.
 *
 * @param option named in the error
 * @throws InvalidArgumentError for a pattern that is too long or whose braces multiply beyond 1,000 alternatives
 */
export function globMatcher(option: string, patterns: readonly string[]): (path: string) => boolean {
  const expanded = patterns.flatMap((pattern) => expandBraces(pattern, option))
  const alternatives = expanded.map((pattern) => ({
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
function expandBraces(pattern: string, option: string): readonly string[] {
  const expected = `patterns of at most ${maxPatternLength} characters, whose braces give at most ${maxAlternatives} alternatives`
  const tooMany = () => new InvalidArgumentError(option, pattern, expected)
  if (pattern.length > maxPatternLength) throw tooMany()
  for (let expanded: readonly string[] = [pattern]; ; ) {
    const next: string[] = []
    for (const one of expanded) {
      for (const choice of firstChoices(one)) next.push(choice)
      if (next.length > maxAlternatives) throw tooMany()
    }
    if (next.length === expanded.length) return next
    expanded = next
  }
}

/** The pattern with its first innermost braces resolved each way. */
function firstChoices(pattern: string): readonly string[] {
  for (const { 0: braces, 1: inner, index } of pattern.matchAll(/\{([^{}]*)\}/g)) {
    if (!inner!.includes(",")) continue
    const [before, after] = [pattern.slice(0, index), pattern.slice(index + braces.length)]
    return inner!.split(",").map((choice) => before + choice + after)
  }
  return [pattern]
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
