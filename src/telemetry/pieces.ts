import type { Attributes, Context, Span } from "@opentelemetry/api"
import { markFailed } from "./errors"
import type { Instruments } from "./instruments"

/** A piece of work that other pieces are parts of. */
export interface Piece {
  readonly span: Span
  readonly context: Context
}

/** Pieces that are under way, by a name; each ends once. */
export interface Pieces {
  start(key: string, name: string, attributes: Attributes, parent: Context): Piece
  get(key: string): Piece | undefined
  /** @param failure kind of the error that it ended with */
  end(key: string, attributes?: Attributes, failure?: string): void
  /** Whatever a run that ends early leaves. */
  endAll(): void
}

export function createPieces({ api, tracer }: Instruments): Pieces {
  const open = new Map<string, Piece>()
  const end = (key: string, attributes?: Attributes, failure?: string) => {
    const piece = open.get(key)
    if (piece === undefined) return
    open.delete(key)
    if (attributes !== undefined) piece.span.setAttributes(attributes)
    if (failure !== undefined) markFailed(api, piece.span, failure)
    piece.span.end()
  }
  return {
    start(key, name, attributes, parent) {
      const span = tracer.startSpan(name, { attributes }, parent)
      const piece = { span, context: api.trace.setSpan(parent, span) }
      open.set(key, piece)
      return piece
    },
    get: (key) => open.get(key),
    end,
    endAll() {
      for (const key of [...open.keys()].reverse()) end(key)
    },
  }
}
