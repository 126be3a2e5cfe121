import type { RunEvent } from "../contracts/events"
import type { TaskAnswer } from "../contracts/findings"
import type { ReportData } from "../report/data/types"

type AgentEnd = Extract<RunEvent, { readonly type: "agent-end" }>

/** An event of a run as its page gets it: of outcomes the answers, and in place of the answer all that is shown of it. */
export type PageEvent =
  | Exclude<RunEvent, AgentEnd>
  | (Omit<AgentEnd, "outcome"> & { readonly answers: readonly TaskAnswer[] })
  | { readonly type: "run-end"; readonly report: ReportData }
