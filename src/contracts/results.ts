import type { ErrorJSON, SpdRagError } from "../errors"
import type { Findings } from "./findings"
import type { JSONValue } from "./json"

/** Where a marker `[number]` of the answer leads. */
export interface Citation {
  readonly number: number
  readonly documentId: string
  readonly title: string
  /** Verbatim: `document.text.slice(start, end) === quote`. */
  readonly quote: string
  readonly chunkId: string
  readonly start: number
  readonly end: number
  /** Page, or slide, on which the quote begins, where the document's metadata says where its pages are. */
  readonly page?: number | undefined
  /** That of the document, without its pages. */
  readonly metadata?: { readonly [key: string]: JSONValue } | undefined
}

/** How a text came about: a leaf is one document's findings, an inner node one merge call. */
export type MergeNode = MergeLeaf | MergeStep

/** A document's findings, as the first merge took them in. */
export interface MergeLeaf {
  readonly kind: "findings"
  readonly documentId: string
  readonly tokens: number
  /** From 1, where findings larger than one merge call were split. */
  readonly part?: number | undefined
}

/** One merge: its text, and what it was made of. */
export interface MergeStep {
  readonly kind: "merge"
  /** From 1; children of a node come from earlier rounds. */
  readonly round: number
  /** The text of this merge, with evidence markers `[E1]`, except at the root, whose text is the answer. */
  readonly text: string
  readonly tokens: number
  readonly children: readonly MergeNode[]
  /** Ids of every document below, in document order. */
  readonly documentIds: readonly string[]
  /** Numbers of the evidence below, as in the markers `[E1]`. */
  readonly evidence: readonly number[]
}

/** A document that gave no findings. */
export interface UnreadDocument {
  readonly documentId: string
  readonly title: string
  readonly status: "failed" | "skipped" | "partial"
  readonly reason: string
}

/** Something the reader of the answer should know. */
export interface Warning {
  readonly code:
    | "documents-failed"
    | "documents-skipped"
    | "documents-partial"
    | "answers-unsupported"
    | "quotes-unverified"
    | "quotes-misplaced"
    | "marker-unknown"
    | "merge-shortened"
    | "merge-empty"
    | "merge-failed"
    | "reply-repeated"
    | "texts-cut"
    | "clustering-failed"
    | "plan-shortened"
    | "answer-stitched"
    | "answer-truncated"
    | "answer-uncited"
    | "answer-unsupported"
    | "findings-split"
    | "window-smaller-than-declared"
    | "rerank-failed"
    | "documents-not-added"
    | "limit-overrun"
    | "usage-incomplete"
    | "price-missing"
    | "cache-failed"
    | "fallback-used"
    | "table-empty"
    | "cells-unsupported"
    | "cells-invalid"
    | "rows-refused"
    | "mapping-refused"
    | "mapping-failed"
    | "query-failed"
  readonly message: string
  readonly documentIds?: readonly string[] | undefined
}

/** Why no agent read a document: no text in it, a limit, no such document in the set, or routing. */
export type SkipReason = "empty" | "limit" | "missing" | "not-selected"

/** What became of one document that was asked; every document ends in exactly one. */
export type DocumentOutcome =
  | {
      readonly documentId: string
      readonly title: string
      readonly status: "answered" | "not-found"
      readonly findings: Findings
    }
  | {
      /** Stopped early; what it had is kept. */
      readonly documentId: string
      readonly title: string
      readonly status: "partial"
      readonly findings: Findings
      readonly error: SpdRagError
    }
  | {
      readonly documentId: string
      readonly title: string
      readonly status: "failed"
      readonly error: SpdRagError
    }
  | {
      readonly documentId: string
      readonly title: string
      readonly status: "skipped"
      readonly reason: SkipReason
      /** Best passage score of a document that routing left out. */
      readonly score?: number | undefined
    }

/** An outcome as plain JSON data: its error is what the error's `toJSON` gives. */
export type DocumentOutcomeJSON = PlainOutcome<DocumentOutcome>

type PlainOutcome<Outcome> = Outcome extends { readonly error: SpdRagError }
  ? Omit<Outcome, "error"> & { readonly error: ErrorJSON }
  : Outcome
