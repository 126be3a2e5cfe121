/** Words and numbers of a text, each with how often it stands there. */
function counted(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  // Without the marks of raised, lowered and struck text: other programs write 10^6 as 106.
  const plain = text.replace(/~~|[\^_]\(?(?=[\p{L}\p{N}+-])/gu, "")
  for (const [word] of plain
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** How many of the reference's words a text holds, and how many the reference has. */
export function recall(text: string, reference: string): { readonly found: number; readonly all: number } {
  const own = counted(text)
  let found = 0
  let all = 0
  for (const [word, times] of counted(reference)) {
    all += times
    found += Math.min(times, own.get(word) ?? 0)
  }
  return { found, all }
}
