export { InvalidArgumentError } from "./argument"
export { describe, messageOf, nameOf, unshown } from "./describe"
export {
  InvalidOutputError,
  isRetryableStatus,
  ProviderError,
  type ProviderErrorFields,
  RetriesExhaustedError,
  TimeoutError,
  type TimeoutPhase,
} from "./plugs"
export {
  DocumentAgentError,
  LimitExceededError,
  NoFindingsError,
  QueryError,
  StaleRevisionError,
} from "./run"
export { type ErrorJSON, errorMark, SpdRagError } from "./spd-rag-error"
