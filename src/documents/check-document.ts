import type { SourceDocument } from "../contracts"
import { InvalidArgumentError } from "../errors"

/** Longest document id, in UTF-16 units. */
const maxIdLength = 1_024

/** @throws InvalidArgumentError that names the field of `documents[position]` that makes no sense */
export function checkDocument(document: SourceDocument, position: number): void {
  const at = `documents[${position}]`
  if (typeof document !== "object" || document === null) {
    throw new InvalidArgumentError(at, document, "a document { id, text }")
  }
  checkDocumentId(document.id, `${at}.id`)
  if (typeof document.text !== "string")
    throw new InvalidArgumentError(`${at}.text`, document.text, "a string")
  if (document.title !== undefined && typeof document.title !== "string") {
    throw new InvalidArgumentError(`${at}.title`, document.title, "a string")
  }
}

export function checkDocumentId(id: unknown, argument: string): asserts id is string {
  const good = typeof id === "string" && id.length > 0 && id.length <= maxIdLength && id.isWellFormed()
  if (!good)
    throw new InvalidArgumentError(argument, id, `a well-formed string of 1 to ${maxIdLength} characters`)
}

/** True where nothing can be read: white space, zero-width characters and byte order marks only. */
export function isBlank(text: string): boolean {
  return !/[^\s\u200B-\u200D\u2060\uFEFF\u00AD]/.test(text)
}
