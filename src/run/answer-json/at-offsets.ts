import { InvalidArgumentError } from "../../errors"

/** A slice of a document is as long as its offsets say. */
export function atOffsets(value: { start: number; end: number }, length: number, path: string): void {
  if (value.end - value.start === length) return
  throw new InvalidArgumentError(
    `${path}.end`,
    value.end,
    `the end of ${length} UTF-16 units from ${value.start}`,
  )
}
