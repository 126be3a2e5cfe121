import { LoadFileError } from "./errors"

/** Counts text while it is written, so that a small file can't become a text without end. */
export interface TextBudget {
  /** @throws LoadFileError `too-large` once more was spent than is allowed. */
  spend(length: number): void
}

/** Counts what a parser makes of a file. @param maxTextLength in UTF-16 units, as the parser is told it */
export function textBudget(maxTextLength: number): TextBudget {
  let left = maxTextLength
  return {
    spend(length) {
      left -= length
      if (left < 0) {
        throw new LoadFileError(
          "too-large",
          `Its text passes the ${maxTextLength} characters that are allowed.`,
        )
      }
    },
  }
}
