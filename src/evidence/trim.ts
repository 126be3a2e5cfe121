/** Gives a text that comes in pieces without white space at its ends: what may be its end is held back. */
export function createTrimmer(): (piece: string) => string {
  let begun = false
  let held: string[] = []
  return (piece) => {
    const end = piece.trimEnd()
    if (end === "") {
      if (begun && piece !== "") held.push(piece)
      return ""
    }
    const text = begun ? [...held, end].join("") : end.trimStart()
    held = [piece.slice(end.length)]
    begun = true
    return text
  }
}
