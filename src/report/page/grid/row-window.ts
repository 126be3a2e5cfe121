/** Rows of a long list that are in sight, and some around them: the others are not in the page. */
export interface RowWindow {
  readonly from: number
  readonly to: number
}

const around = 8
/** Windows begin at every such row, so that most steps of a scroll leave the page as it is. */
const step = 4

/** Which of `count` rows of one height are near the part of a scrolled box that is in sight. */
export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight)
  const inSight = Math.ceil(Math.max(0, height) / rowHeight)
  return {
    from: Math.max(0, onStep(Math.min(count, first) - around)),
    to: Math.min(count, onStep(first + inSight + around + step)),
  }
}

const onStep = (row: number): number => Math.floor(row / step) * step

/** Where to scroll so that the row is in sight, below a head of its own height; as it is where it is in sight already. */
export function scrollToRow(row: number, rowHeight: number, scrollTop: number, height: number): number {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return Math.max(scrollTop, top + rowHeight - height)
}
