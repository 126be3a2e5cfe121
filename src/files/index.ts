/**
 * Files as documents: paths, `File`s, `Blob`s and bytes, in the formats that offices use.
 *
 * @module spd-rag/files
 */
export { type PageSpan, pageOf } from "../evidence/pages"
export {
  LoadDocumentsError,
  type LoadFailure,
  type LoadFailureReason,
  LoadFileError,
  type LoadReport,
} from "./kit/errors"
export type { ParsedFile, ParseFile, ParseRequest } from "./kit/parse"
export { type TextBudget, textBudget } from "./kit/text-budget"
export type { DocumentIdOption, FileLocation } from "./listing/document-ids"
export { loadDocuments } from "./load-documents"
export type { LoadOptions } from "./options"
export type { BlobLike, FileLike, FileSource, NamedBytes } from "./sources/file-source"
