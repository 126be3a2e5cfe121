export {
  LoadDocumentsError,
  type LoadFailure,
  type LoadFailureReason,
  LoadFileError,
  type LoadReport,
} from "./errors"
export { type LoadOptions, loadDocuments } from "./load-documents"
export { type PageSpan, pageOf } from "./pages"
