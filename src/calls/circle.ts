/** A model goes round in circles where a stretch stands this often in a row at the end of its reply ... */
const copiesInWhole = 3
/** ... and the copies behind the first are this long: shorter ones are rules, dots and rows of a table. UTF-16 units. */
const lengthInWhole = 300
/** Of a reply that its limit ended, shorter copies say as much where there are many of them. */
const copiesInCut = 10
const lengthInCut = 100
/** A circle is looked for in this much of the end; memory is bounded by it. UTF-16 units. */
const longestTail = 1 << 18

/** How often a growing text is looked at: each time it has grown by this share, so that the time stays linear. */
const growth = 1 / 4
const leastGrowth = 400

/**
 * Where a reply that ends in circles begins to repeat itself: behind the first copy of what it then repeats to its end, a
 * cut last copy included. Undefined for a reply that does not. Time is linear in the text.
 */
export function circleStart(text: string): number | undefined {
  return startOfCopies(text, copiesInWhole, lengthInWhole)
}

/** The same for a reply that its limit ended. */
export function circleStartInCut(text: string): number | undefined {
  return circleStart(text) ?? startOfCopies(text, copiesInCut, lengthInCut)
}

function startOfCopies(text: string, leastCopies: number, leastLength: number): number | undefined {
  const end = text.trimEnd().length
  // A model that a grammar holds may go round in white space, between two fields.
  if (text.length - end >= lengthInWhole) return end
  const from = Math.max(0, end - longestTail)
  const period = shortestPeriod(text, from, end, (period) =>
    Math.max((leastCopies - 1) * period, leastLength),
  )
  if (period === undefined) return undefined
  let start = end - period
  while (start > 0 && text.charCodeAt(start - 1) === text.charCodeAt(start - 1 + period)) start -= 1
  return endOfLine(text, start + period, period)
}

/** The reply without its circle; the same where it has none. */
export function withoutCircle(text: string): string {
  const start = circleStart(text)
  return start === undefined ? text : text.slice(0, start).trimEnd()
}

/** Looks for circles in a text that comes in pieces: true once there is one. */
export function createCircleWatch(): (piece: string) => boolean {
  let text = ""
  let next = leastGrowth
  let found = false
  return (piece) => {
    text += piece
    if (found || text.length < next) return found
    next = text.length + Math.max(leastGrowth, Math.floor(text.length * growth))
    found = circleStart(text) !== undefined
    return found
  }
}

/** The shortest stretch whose copies fill enough of the end, by the Z-function of the text read backwards. */
function shortestPeriod(
  text: string,
  from: number,
  end: number,
  leastOf: (period: number) => number,
): number | undefined {
  const length = end - from
  /** Units, from the end, that are the same as those a period before them. */
  const same = new Int32Array(length)
  let left = 0
  let right = 0
  for (let period = 1; period < length; period++) {
    let matched = period < right ? Math.min(right - period, same[period - left]!) : 0
    while (
      period + matched < length &&
      text.charCodeAt(end - 1 - matched) === text.charCodeAt(end - 1 - period - matched)
    ) {
      matched += 1
    }
    same[period] = matched
    if (period + matched > right) {
      left = period
      right = period + matched
    }
    if (matched >= leastOf(period)) return period
  }
  return undefined
}

/** The circle may begin anywhere in a line: its first copy is kept to the end of a line, or else of a word. */
function endOfLine(text: string, at: number, period: number): number {
  for (const mark of ["\n", " "]) {
    const found = text.indexOf(mark, at)
    if (found >= 0 && found < at + period) return found
  }
  const code = text.charCodeAt(at - 1)
  return code >= 0xd800 && code < 0xdc00 ? at + 1 : at
}
