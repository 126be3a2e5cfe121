// AssemblyScript, not TypeScript: compiled by build.ts beside it. Addresses and `stride` are in bytes; a stride is
// a multiple of 16 with zeros in the padding; `rightCount` is a multiple of 4.

/** out[r * rightCount + c] = dot product of left row r and right row c. */
export function dots(
  left: usize,
  leftCount: usize,
  right: usize,
  rightCount: usize,
  stride: usize,
  out: usize,
): void {
  const wide = rightCount * 4
  let r: usize = 0
  for (; r + 4 <= leftCount; r += 4) {
    for (let c: usize = 0; c < rightCount; c += 2) {
      fourByTwo(left + r * stride, right + c * stride, stride, out + r * wide + c * 4, wide)
    }
  }
  for (; r < leftCount; r++) {
    for (let c: usize = 0; c < rightCount; c += 4) {
      oneByFour(left + r * stride, right + c * stride, stride, out + r * wide + c * 4)
    }
  }
}

/** Eight sums fill the registers: six loads feed eight multiplications. */
function fourByTwo(left: usize, right: usize, stride: usize, out: usize, wide: usize): void {
  const left1 = left + stride
  const left2 = left + stride * 2
  const left3 = left + stride * 3
  const right1 = right + stride
  let s00 = f32x4.splat(0)
  let s01 = f32x4.splat(0)
  let s10 = f32x4.splat(0)
  let s11 = f32x4.splat(0)
  let s20 = f32x4.splat(0)
  let s21 = f32x4.splat(0)
  let s30 = f32x4.splat(0)
  let s31 = f32x4.splat(0)
  for (let k: usize = 0; k < stride; k += 16) {
    const b0 = v128.load(right + k)
    const b1 = v128.load(right1 + k)
    const a0 = v128.load(left + k)
    s00 = f32x4.add(s00, f32x4.mul(a0, b0))
    s01 = f32x4.add(s01, f32x4.mul(a0, b1))
    const a1 = v128.load(left1 + k)
    s10 = f32x4.add(s10, f32x4.mul(a1, b0))
    s11 = f32x4.add(s11, f32x4.mul(a1, b1))
    const a2 = v128.load(left2 + k)
    s20 = f32x4.add(s20, f32x4.mul(a2, b0))
    s21 = f32x4.add(s21, f32x4.mul(a2, b1))
    const a3 = v128.load(left3 + k)
    s30 = f32x4.add(s30, f32x4.mul(a3, b0))
    s31 = f32x4.add(s31, f32x4.mul(a3, b1))
  }
  store<f32>(out, total(s00))
  store<f32>(out + 4, total(s01))
  store<f32>(out + wide, total(s10))
  store<f32>(out + wide + 4, total(s11))
  store<f32>(out + wide * 2, total(s20))
  store<f32>(out + wide * 2 + 4, total(s21))
  store<f32>(out + wide * 3, total(s30))
  store<f32>(out + wide * 3 + 4, total(s31))
}

/**
 * Adds in the same order as `fourByTwo`, so that a pair has one value wherever its rows lie. Four sums, since one
 * alone would wait for its own last addition.
 */
function oneByFour(left: usize, right: usize, stride: usize, out: usize): void {
  const right1 = right + stride
  const right2 = right + stride * 2
  const right3 = right + stride * 3
  let s0 = f32x4.splat(0)
  let s1 = f32x4.splat(0)
  let s2 = f32x4.splat(0)
  let s3 = f32x4.splat(0)
  for (let k: usize = 0; k < stride; k += 16) {
    const a = v128.load(left + k)
    s0 = f32x4.add(s0, f32x4.mul(a, v128.load(right + k)))
    s1 = f32x4.add(s1, f32x4.mul(a, v128.load(right1 + k)))
    s2 = f32x4.add(s2, f32x4.mul(a, v128.load(right2 + k)))
    s3 = f32x4.add(s3, f32x4.mul(a, v128.load(right3 + k)))
  }
  store<f32>(out, total(s0))
  store<f32>(out + 4, total(s1))
  store<f32>(out + 8, total(s2))
  store<f32>(out + 12, total(s3))
}

function total(s: v128): f32 {
  const low = f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1)
  return low + (f32x4.extract_lane(s, 2) + f32x4.extract_lane(s, 3))
}
