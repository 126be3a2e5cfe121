import type { Answer } from "./answer"
import type { RunEvent } from "./index"

/** Events of `ask` and `stream`; the last one of a stream holds the answer. */
export type SpdRagEvent = RunEvent | { readonly type: "run-end"; readonly answer: Answer }
