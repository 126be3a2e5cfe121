/** A shorter secret that is letters alone is a word, such as the `key` of a local server. */
const minLetters = 8

/** What is a key by its form, or by the word before it. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s{1,3}[\w.~+/=-]{8,}/gi, "$1 [key]"],
  [/\b(?:sk|pk|rk|key|token|secret|password)-[\w-]{8,}/gi, "[key]"],
  [/\b(?:AIza|AKIA|eyJ|gh[opsu]_|gsk_|hf_)[\w.-]{6,}/g, "[key]"],
  [/((?:password|passwd|pwd|secret|authorization|signature)["']?\s?[:=]\s?["']?)[^\s"',;&]{4,}/gi, "$1[key]"],
  [/((?:key|token)["']?=["']?)[^\s"',;&]{4,}/gi, "$1[key]"],
  [/((?:key|token)["']?\s?:\s?["']?)(?![A-Za-z_]{1,100}[\s"',;.])[^\s"',;&]{4,}/gi, "$1[key]"],
]

/** The text with these secrets, and what has the form of one, replaced by `[key]`. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) {
    const known = secret.length >= minLetters || /[^A-Za-z]/.test(secret.trim())
    if (known) shown = shown.replaceAll(secret, "[key]")
  }
  // A user, with a password or a scheme before it.
  shown = shown.replace(/[^\s@]{1,200}@(?=[\w[])/g, (user) => (user.includes(":") ? "[key]@" : user))
  for (const [shape, instead] of shapes) shown = shown.replace(shape, instead)
  return shown.replace(/[\w.~+/=-]{16,}/g, (word) => (isOpaque(word) ? "[key]" : word))
}

/** Letters and digits mixed as no name does it: a part of a token, a hash, a UUID. */
function isOpaque(word: string): boolean {
  const parts = word.split(/[.\-_/=+~]/)
  const changes = parts.join("").match(/[A-Za-z]\d|\d(?=[A-Za-z])/g)?.length ?? 0
  return changes >= 5 || parts.some((part) => part.length >= 20 && /\d/.test(part) && /[A-Za-z]/.test(part))
}
