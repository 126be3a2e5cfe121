/**
 * What an author of an adapter needs; docs/writing-an-adapter.md shows its use.
 *
 * @module spd-rag/kit
 */
export { fingerprintOf } from "./fingerprint"
export { frozenChunk, frozenDocument, frozenJSON, scoredChunk } from "./frozen"
export { checkTimeout, type HttpCall, openCall } from "./http/call"
export { brokenAnswer, httpFailure, type ProviderNames, type Refusal } from "./http/failure"
export { type FetchFunction, type HttpExchange, observeFetch, platformFetch } from "./http/fetch"
export { checkKeys, type KeyRing, keyRing } from "./http/keys"
export { parseQuotaLeft } from "./http/quota-left"
export { parseRetryAfter } from "./http/retry-after"
export type { RefusalDetail } from "./http/words"
export { checkBaseUrl, checkModel, checkOptionNames, checkPositiveInteger } from "./options"
export { checkPut, checkQuery, checkSearch, checkVector, type NamedRevision } from "./store-input"
export { uuid5 } from "./uuid5"
export { vectorProblem } from "./vectors"
