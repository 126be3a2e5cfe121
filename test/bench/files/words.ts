/**
 * Words and numbers of a text, each with how often it stands there.
 *
 * @param between what stands for the marks of raised, lowered and struck text
 */
function counted(text: string, between: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const plain = text.replace(/~~|[\^_]\(?(?=[\p{L}\p{N}+-])/gu, between)
  for (const [word] of plain
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

interface Recall {
  readonly found: number
  readonly all: number
}

/**
 * How many of the reference's words a text holds, and how many the reference has. Other programs write 10^6 as `106`,
 * and the mark of a note as `word[1]` or `word1`: what is nearer counts.
 */
export function recall(text: string, reference: string): Recall {
  const [together, apart] = ["", " "].map((between) =>
    heldBy(counted(text, between), counted(reference, between)),
  )
  return together!.found * apart!.all >= apart!.found * together!.all ? together! : apart!
}

function heldBy(own: ReadonlyMap<string, number>, reference: ReadonlyMap<string, number>): Recall {
  let found = 0
  let all = 0
  for (const [word, times] of reference) {
    all += times
    found += Math.min(times, own.get(word) ?? 0)
  }
  return { found, all }
}
