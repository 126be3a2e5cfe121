// AssemblyScript, not TypeScript: compiled by build.ts beside it. A symmetric matrix of float32 in squares of 32 by
// 32, one page of memory each; of the squares those on and over the diagonal, row after row, `wide` in the first.
// Addresses are in bytes; a row is one float32 for each of `wide * 32` items.

const side: i32 = 32
const squareBytes: usize = 4096
const rowBytes: usize = 128

function squareAt(pairs: usize, wide: i32, item: i32): usize {
  const square = item / side
  return pairs + <usize>(square * wide - (square * (square + 1)) / 2 + square) * squareBytes
}

/** Copies an item's row out of the matrix. */
export function gather(pairs: usize, wide: i32, item: i32, row: usize): void {
  const square = item / side
  const place = <usize>(item % side)
  let at = pairs + <usize>square * squareBytes + place * 4
  for (let above = 0; above < square; above++) {
    for (let k: usize = 0; k < squareBytes; k += rowBytes) {
      store<f32>(row, load<f32>(at + k))
      row += 4
    }
    at += <usize>(wide - above - 1) * squareBytes
  }
  at += place * rowBytes - place * 4
  for (let right = square; right < wide; right++) {
    for (let k: usize = 0; k < rowBytes; k += 16) v128.store(row + k, v128.load(at + k))
    row += rowBytes
    at += squareBytes
  }
}

/** Writes an item's row into the matrix, all of it or, to fill the matrix row after row, what is right of the diagonal. */
export function scatter(pairs: usize, wide: i32, item: i32, row: usize, all: bool): void {
  const square = item / side
  const place = <usize>(item % side)
  if (all) {
    let at = pairs + <usize>square * squareBytes + place * 4
    for (let above = 0; above < square; above++) {
      for (let k: usize = 0; k < rowBytes; k += 4) {
        store<f32>(at + k * 32, load<f32>(row + <usize>above * rowBytes + k))
      }
      at += <usize>(wide - above - 1) * squareBytes
    }
  }
  row += <usize>square * rowBytes
  let at = squareAt(pairs, wide, item)
  for (let k: usize = all ? 0 : place + 1; k < <usize>side; k++) {
    const value = load<f32>(row + k * 4)
    store<f32>(at + place * rowBytes + k * 4, value)
    store<f32>(at + k * rowBytes + place * 4, value)
  }
  at += place * rowBytes
  for (let right = square + 1; right < wide; right++) {
    row += rowBytes
    at += squareBytes
    for (let k: usize = 0; k < rowBytes; k += 16) v128.store(at + k, v128.load(row + k))
  }
}

/** The first position of a row's least entry; none may be NaN. `bytes` is a multiple of 16. */
export function leastOf(row: usize, bytes: usize): i32 {
  let least = f32x4.splat(f32.MAX_VALUE)
  for (let k: usize = 0; k < bytes; k += 16) least = f32x4.pmin(least, v128.load(row + k))
  least = f32x4.pmin(least, i8x16.shuffle(least, least, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
  least = f32x4.pmin(least, i8x16.shuffle(least, least, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
  for (let k: usize = 0; k < bytes; k += 16) {
    const equal = i32x4.bitmask(f32x4.eq(least, v128.load(row + k)))
    if (equal > 0) return <i32>(k / 4) + ctz(equal)
  }
  return -1
}

/** row = share * row + otherShare * other, in doubles; equal entries stay as they are, to the bit. */
export function blend(row: usize, other: usize, share: f64, otherShare: f64, bytes: usize): void {
  const shares = f64x2.splat(share)
  const otherShares = f64x2.splat(otherShare)
  for (let k: usize = 0; k < bytes; k += 16) {
    const a = v128.load(row + k)
    const b = v128.load(other + k)
    const low = half(a, b, shares, otherShares)
    const high = half(upper(a), upper(b), shares, otherShares)
    const mixed = i8x16.shuffle(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)
    v128.store(row + k, v128.bitselect(a, mixed, f32x4.eq(a, b)))
  }
}

function half(a: v128, b: v128, share: v128, otherShare: v128): v128 {
  const left = f64x2.mul(f64x2.promote_low_f32x4(a), share)
  return f32x4.demote_f64x2_zero(f64x2.add(left, f64x2.mul(f64x2.promote_low_f32x4(b), otherShare)))
}

function upper(a: v128): v128 {
  return i8x16.shuffle(a, a, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)
}

/** row = the larger of row and other. */
export function raise(row: usize, other: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    v128.store(row + k, f32x4.pmax(v128.load(row + k), v128.load(other + k)))
  }
}
