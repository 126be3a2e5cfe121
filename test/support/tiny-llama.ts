import { type GgufTensor, ggufFile } from "./gguf"

export interface TinyLlamaOptions {
  /** Never ends a text by itself. */
  readonly endless?: boolean
}

export const TINY_DIMENSIONS = 64
export const TINY_CONTEXT = 4_096
const HEADS = 4

const CONTROL = ["<unk>", "<s>", "</s>"]
const [UNKNOWN, BEGIN, END] = [0, 1, 2]
const CHARACTERS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
/** The sentencepiece form: a space is U+2581. */
const PIECES = ["\n", ...CHARACTERS].map((character) => (character === " " ? "\u2581" : character))
const BYTES = Array.from({ length: 256 }, (_, at) => `<0x${at.toString(16).toUpperCase().padStart(2, "0")}>`)
const TOKENS = [...CONTROL, ...BYTES, ...PIECES]
const idOf = (piece: string) => TOKENS.lastIndexOf(piece)

/**
 * A llama of one layer with random weights, whose last layer is set so that it says "xyz" and ends, and, held to a
 * grammar, gives short valid JSON: the least that shows text, an end and a shape. Each token's class (x, y, z, another
 * letter or digit, the rest) has a direction of its own, and the output layer gives each class its likings.
 */
export function tinyLlama({ endless = false }: TinyLlamaOptions = {}): Buffer {
  const random = seeded(7)
  const noise = (length: number, scale: number) =>
    Float32Array.from({ length }, () => (random() - 0.5) * scale)
  const square = TINY_DIMENSIONS * TINY_DIMENSIONS
  const matrix = (name: string, scale: number): GgufTensor => ({
    name,
    shape: [TINY_DIMENSIONS, TINY_DIMENSIONS],
    values: noise(square, scale),
  })
  const ones = (name: string): GgufTensor => ({
    name,
    shape: [TINY_DIMENSIONS],
    values: new Float32Array(TINY_DIMENSIONS).fill(1),
  })
  const embeddings = noise(TOKENS.length * TINY_DIMENSIONS, 1)
  const outputs = new Float32Array(TOKENS.length * TINY_DIMENSIONS)
  for (const [id, piece] of TOKENS.entries()) {
    const row = id * TINY_DIMENSIONS
    const klass = classOf(piece)
    for (let at = 0; at < CLASSES; at++) {
      embeddings[row + at] = at === klass ? 4 : 0
      outputs[row + at] = liking(at, piece, endless)
    }
  }
  const shape = [TINY_DIMENSIONS, TOKENS.length]
  return ggufFile(
    {
      "general.architecture": { string: "llama" },
      "general.name": { string: "tiny" },
      "llama.context_length": { uint32: TINY_CONTEXT },
      "llama.embedding_length": { uint32: TINY_DIMENSIONS },
      "llama.block_count": { uint32: 1 },
      "llama.feed_forward_length": { uint32: TINY_DIMENSIONS },
      "llama.attention.head_count": { uint32: HEADS },
      "llama.attention.head_count_kv": { uint32: HEADS },
      "llama.attention.layer_norm_rms_epsilon": { float32: 1e-5 },
      "llama.rope.dimension_count": { uint32: TINY_DIMENSIONS / HEADS },
      "llama.vocab_size": { uint32: TOKENS.length },
      // Mean of all tokens, so that a vector follows the whole text.
      "llama.pooling_type": { uint32: 1 },
      "tokenizer.ggml.model": { string: "llama" },
      "tokenizer.ggml.tokens": { strings: TOKENS },
      "tokenizer.ggml.scores": { float32s: TOKENS.map(() => 0) },
      "tokenizer.ggml.token_type": { int32s: TOKENS.map(typeOf) },
      "tokenizer.ggml.unknown_token_id": { uint32: UNKNOWN as number },
      "tokenizer.ggml.bos_token_id": { uint32: BEGIN as number },
      "tokenizer.ggml.eos_token_id": { uint32: END as number },
      "tokenizer.ggml.add_space_prefix": { bool: false },
    },
    [
      { name: "token_embd.weight", shape, values: embeddings },
      ones("output_norm.weight"),
      { name: "output.weight", shape, values: outputs },
      ones("blk.0.attn_norm.weight"),
      matrix("blk.0.attn_q.weight", 0.5),
      matrix("blk.0.attn_k.weight", 0.5),
      matrix("blk.0.attn_v.weight", 0.5),
      matrix("blk.0.attn_output.weight", 0.1),
      ones("blk.0.ffn_norm.weight"),
      matrix("blk.0.ffn_gate.weight", 0.2),
      matrix("blk.0.ffn_up.weight", 0.2),
      matrix("blk.0.ffn_down.weight", 0.1),
    ],
  )
}

const [X, Y, Z, WORD, REST] = [0, 1, 2, 3, 4]
const CLASSES = 5

function classOf(piece: string): number {
  const chained = ["x", "y", "z"].indexOf(piece)
  if (chained >= 0) return chained
  return /^[A-Za-z0-9]$/.test(piece) ? (WORD as number) : (REST as number)
}

/** How much a piece is liked after a token of the class. */
function liking(klass: number, piece: string, endless: boolean): number {
  const end = endless ? -9 : 9
  const after: Readonly<Record<string, number>> = {
    [idOf("</s>")]: klass === Z || klass === WORD ? end : -9,
    [idOf("x")]: klass === REST || klass === WORD ? 8 : klass === Z && endless ? 8 : 0,
    [idOf("y")]: klass === X ? 8 : 0,
    [idOf("z")]: klass === Y ? 8 : 0,
    [idOf('"')]: 5,
    [idOf("]")]: 4.5,
    [idOf("}")]: 4,
    [idOf(",")]: 3.5,
    [idOf("1")]: 3,
    [idOf("\n")]: -2,
    [idOf("\u2581")]: -3,
  }
  const set = after[idOf(piece)]
  if (set !== undefined) return set
  return BYTES.includes(piece) || CONTROL.includes(piece) ? -9 : 0
}

/** Kinds of the format: 1 normal, 2 unknown, 3 control, 6 byte. */
function typeOf(piece: string, id: number): number {
  if (id < CONTROL.length) return id === UNKNOWN ? 2 : 3
  return BYTES.includes(piece) ? 6 : 1
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
