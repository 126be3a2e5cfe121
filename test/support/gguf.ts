/** A value of GGUF metadata, with the type that tells how it is stored. */
export type GgufValue =
  | { readonly uint32: number }
  | { readonly float32: number }
  | { readonly bool: boolean }
  | { readonly string: string }
  | { readonly strings: readonly string[] }
  | { readonly float32s: readonly number[] }
  | { readonly int32s: readonly number[] }

export interface GgufTensor {
  readonly name: string
  /** Fastest first, as the format has it: [columns, rows]. */
  readonly shape: readonly number[]
  readonly values: Float32Array
}

const TYPES = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 }
const ALIGNMENT = 32
const VERSION = 3
const FLOAT32_TENSOR = 0

/** The bytes of a GGUF file, version 3, of 32-bit floats. */
export function ggufFile(
  metadata: { readonly [key: string]: GgufValue },
  tensors: readonly GgufTensor[],
): Buffer {
  const entries = Object.entries(metadata)
  const head = [Buffer.from("GGUF"), uint32(VERSION), uint64(tensors.length), uint64(entries.length)]
  for (const [key, value] of entries) head.push(string(key), ...typed(value))
  let offset = 0
  const data: Buffer[] = []
  for (const { name, shape, values } of tensors) {
    const sizes = shape.map((size) => uint64(size))
    head.push(string(name), uint32(shape.length), ...sizes, uint32(FLOAT32_TENSOR), uint64(offset))
    const bytes = padded(Buffer.from(values.buffer, values.byteOffset, values.byteLength))
    data.push(bytes)
    offset += bytes.length
  }
  return Buffer.concat([padded(Buffer.concat(head)), ...data])
}

function typed(value: GgufValue): Buffer[] {
  if ("uint32" in value) return [uint32(TYPES.uint32), uint32(value.uint32)]
  if ("float32" in value) return [uint32(TYPES.float32), float32(value.float32)]
  if ("bool" in value) return [uint32(TYPES.bool), Buffer.from([value.bool ? 1 : 0])]
  if ("string" in value) return [uint32(TYPES.string), string(value.string)]
  if ("strings" in value) return [...array(TYPES.string, value.strings.length), ...value.strings.map(string)]
  if ("float32s" in value)
    return [...array(TYPES.float32, value.float32s.length), ...value.float32s.map(float32)]
  return [...array(TYPES.int32, value.int32s.length), ...value.int32s.map(uint32)]
}

const array = (type: number, length: number) => [uint32(TYPES.array), uint32(type), uint64(length)]

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

function string(value: string): Buffer {
  const text = Buffer.from(value)
  return Buffer.concat([uint64(text.length), text])
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)])
}
