import { describe, expect, it } from "vitest"
import { fuseRankings } from "../../src/retrieval/fuse"

describe("fuseRankings", () => {
  it("adds 1 / (60 + rank) over the rankings", () => {
    expect(
      fuseRankings([
        [7, 3],
        [3, 9],
      ]),
    ).toEqual([
      { index: 3, score: 1 / 62 + 1 / 61 },
      { index: 7, score: 1 / 61 },
      { index: 9, score: 1 / 62 },
    ])
  })

  it("keeps the order of first mention for ties", () => {
    expect(
      fuseRankings([
        [5, 1],
        [1, 5],
      ]).map(({ index }) => index),
    ).toEqual([5, 1])
    expect(fuseRankings([[2], [1]]).map(({ index }) => index)).toEqual([2, 1])
  })

  it("counts an entry once a ranking, at its first mention", () => {
    expect(fuseRankings([[4, 4, 8]])).toEqual([
      { index: 4, score: 1 / 61 },
      { index: 8, score: 1 / 62 },
    ])
  })

  it("takes empty lists and another k", () => {
    expect(fuseRankings([])).toEqual([])
    expect(fuseRankings([[], []])).toEqual([])
    expect(fuseRankings([[3]], 0)).toEqual([{ index: 3, score: 1 }])
  })
})
