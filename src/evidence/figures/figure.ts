/** A number or date as a text writes it, with what it may mean. */
export interface Figure {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Any of them is enough. Numbers are plain decimals, dates are `2021-03-04`, `2021-03` and `--03-04`. */
  readonly readings: readonly string[]
  /** All of them are enough too: a list that looks like one number, the day and the year of a date. */
  readonly parts: readonly string[]
}
