export interface Screen {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
}

const width = 30

/** A bar on a terminal; elsewhere a line for every tenth of the way. */
export function createProgress(screen: Screen, label: string, total: number): (done: number) => void {
  let tenths = 0
  return (done) => {
    const share = total === 0 ? 1 : done / total
    if (screen.isTTY) {
      const bar = "#".repeat(Math.round(share * width)).padEnd(width, ".")
      screen.write(`\r${label} [${bar}] ${done}/${total}${done === total ? "\n" : ""}`)
    } else if (Math.floor(share * 10) > tenths) {
      tenths = Math.floor(share * 10)
      screen.write(`${label} ${done}/${total}\n`)
    }
  }
}
