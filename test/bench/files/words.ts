/** How the marks of a text are counted; what a program makes of them differs, what stands beside them does not. */
interface MarkReading {
  /** What stands for the marks of raised, lowered and struck text: other programs write 10^6 as `106`. */
  readonly between: "" | " "
  /** A label of a list or note counts as one word, whatever its figure: `[i]` is `[1]`, a disc or `b.` is `2.` */
  readonly isLabelOneWord: boolean
}

const readings: readonly MarkReading[] = [
  { between: "", isLabelOneWord: false },
  { between: " ", isLabelOneWord: false },
  { between: "", isLabelOneWord: true },
  { between: " ", isLabelOneWord: true },
]

const ordinal = String.raw`(?:\d{1,3}|[ivxlcdm]{1,6}|[a-z])`
const labels = new RegExp(
  String.raw`\[${ordinal}\]|(?<=^[\s>|]*)(?:[-*+\u2022\u25cb\u25e6\u25aa\u25a1]|\(?${ordinal}[.)])(?=\s)`,
  "gimu",
)

/** Words and numbers of a text, each with how often it stands there. */
function counted(text: string, { between, isLabelOneWord }: MarkReading): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const labelled = isLabelOneWord ? text.replace(labels, " oneoflabels ") : text
  const plain = labelled.replace(/~~|[\^_]\(?(?=[\p{L}\p{N}+-])/gu, between)
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

/** How many of the reference's words a text holds, and how many the reference has: in the reading that is nearest. */
export function recall(text: string, reference: string): Recall {
  const [first, ...others] = readings.map((reading) =>
    heldBy(counted(text, reading), counted(reference, reading)),
  )
  return others.reduce((best, next) => (next.found * best.all > best.found * next.all ? next : best), first!)
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
