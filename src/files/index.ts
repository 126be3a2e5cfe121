export {
  LoadDocumentsError,
  type LoadFailure,
  type LoadFailureReason,
  LoadFileError,
  type LoadReport,
} from "./kit/errors"
export { type PageSpan, pageOf } from "./kit/pages"
export { type LoadOptions, loadDocuments } from "./load-documents"
