// AssemblyScript, not TypeScript: compiled by build.ts beside it. Addresses and `stride` are in bytes; a stride is
// a multiple of 16 with zeros in the padding.

/**
 * Copies rows so that `group` of them are read as one stream: 16 bytes of each in turn. `count` is a multiple of
 * `group`.
 */
export function interleave(rows: usize, count: usize, stride: usize, group: usize, out: usize): void {
  for (let first: usize = 0; first < count; first += group) {
    for (let row: usize = 0; row < group; row++) {
      const from = rows + (first + row) * stride
      const to = out + first * stride + row * 16
      for (let k: usize = 0; k < stride; k += 16) v128.store(to + k * group, v128.load(from + k))
    }
  }
}

/**
 * out[r * rightCount + c] = dot product of left row r and right row c. Left rows are interleaved by four, right ones
 * by two, and there are multiples of four and two of them.
 */
export function dots(
  left: usize,
  leftCount: usize,
  right: usize,
  rightCount: usize,
  stride: usize,
  out: usize,
): void {
  const wide = rightCount * 4
  for (let r: usize = 0; r < leftCount; r += 4) {
    for (let c: usize = 0; c < rightCount; c += 2) {
      fourByTwo(left + r * stride, right + c * stride, stride, out + r * wide + c * 4, wide)
    }
  }
}

/** Eight sums fill the registers: six loads feed eight multiplications. */
function fourByTwo(left: usize, right: usize, stride: usize, out: usize, wide: usize): void {
  const end = right + stride * 2
  let s00 = f32x4.splat(0)
  let s01 = f32x4.splat(0)
  let s10 = f32x4.splat(0)
  let s11 = f32x4.splat(0)
  let s20 = f32x4.splat(0)
  let s21 = f32x4.splat(0)
  let s30 = f32x4.splat(0)
  let s31 = f32x4.splat(0)
  for (; right < end; left += 64, right += 32) {
    const b0 = v128.load(right)
    const b1 = v128.load(right, 16)
    const a0 = v128.load(left)
    s00 = f32x4.add(s00, f32x4.mul(a0, b0))
    s01 = f32x4.add(s01, f32x4.mul(a0, b1))
    const a1 = v128.load(left, 16)
    s10 = f32x4.add(s10, f32x4.mul(a1, b0))
    s11 = f32x4.add(s11, f32x4.mul(a1, b1))
    const a2 = v128.load(left, 32)
    s20 = f32x4.add(s20, f32x4.mul(a2, b0))
    s21 = f32x4.add(s21, f32x4.mul(a2, b1))
    const a3 = v128.load(left, 48)
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
 * out[c] = dot product of one left row and right row c, none interleaved; `rightCount` is a multiple of 4. Adds in the
 * same order as `dots`, so that a pair has one value either way. Four sums at once, since one alone would wait for its
 * own last addition.
 */
export function dotsOfOne(left: usize, right: usize, rightCount: usize, stride: usize, out: usize): void {
  for (let c: usize = 0; c < rightCount; c += 4) {
    const right0 = right + c * stride
    const right1 = right0 + stride
    const right2 = right1 + stride
    const right3 = right2 + stride
    let s0 = f32x4.splat(0)
    let s1 = f32x4.splat(0)
    let s2 = f32x4.splat(0)
    let s3 = f32x4.splat(0)
    for (let k: usize = 0; k < stride; k += 16) {
      const a = v128.load(left + k)
      s0 = f32x4.add(s0, f32x4.mul(a, v128.load(right0 + k)))
      s1 = f32x4.add(s1, f32x4.mul(a, v128.load(right1 + k)))
      s2 = f32x4.add(s2, f32x4.mul(a, v128.load(right2 + k)))
      s3 = f32x4.add(s3, f32x4.mul(a, v128.load(right3 + k)))
    }
    store<f32>(out + c * 4, total(s0))
    store<f32>(out + c * 4 + 4, total(s1))
    store<f32>(out + c * 4 + 8, total(s2))
    store<f32>(out + c * 4 + 12, total(s3))
  }
}

function total(s: v128): f32 {
  const low = f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1)
  return low + (f32x4.extract_lane(s, 2) + f32x4.extract_lane(s, 3))
}
