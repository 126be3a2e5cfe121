/** Items on a side of a square of pairs: 32 by 32 float32 are one page of memory. */
export const squareSide = 32

/**
 * A symmetric matrix of distances, one float32 a pair, that is read and written by whole rows. A row is worked on in
 * one of a few slots, where it is contiguous: an entry an item, Infinity for the item itself and for dropped ones.
 *
 * Pairs are kept in squares of 32 by 32, those on and over the diagonal, since a walk down a column of a plain
 * triangle would meet another page of memory at every step.
 */
export interface PairMatrix {
  readonly slots: readonly Float32Array[]
  /** Sets the distances of an item to those after it. Items come in ascending order, before anything else. */
  fill(item: number, distances: Float32Array): void
  /** Copies an item's row into a slot. */
  gather(item: number, slot: number): void
  /** Writes a slot back as an item's row. */
  scatter(item: number, slot: number): void
  /** The item at the least distance in a slot, of equal ones the first. There is one that is finite. */
  nearest(slot: number): number
  /** slot = share x slot + otherShare x other, rounded once; equal entries stay as they are, to the bit. */
  blend(slot: number, other: number, share: number, otherShare: number): void
  /** From now on a gathered row has Infinity for the item. */
  drop(item: number): void
}
