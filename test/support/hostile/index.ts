import { queriesOverLongCells } from "./cells"
import type { HostileQuery } from "./parts"
import { queriesLongToPrepare } from "./prepared"
import { queriesOfLongTexts } from "./texts"
import { queriesWithoutEnd } from "./without-end"

export { hostileColumns, hostileRows } from "./rows"

/**
 * Queries that a hostile model could write.
 *
 * @param longest of the texts that they make, in characters
 */
export const hostileQueries = (longest: number): readonly HostileQuery[] => [
  ...queriesWithoutEnd,
  ...queriesLongToPrepare,
  ...queriesOfLongTexts(longest),
  ...queriesOverLongCells,
]
