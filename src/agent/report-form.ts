import type { ReplySchema } from "../calls/reply-schema"
import type { AgentSettings } from "./agent-options"
import type { AgentTurn } from "./reply/agent-reply"
import type { ReplyState } from "./reply/schema"

/** What an agent is to report of its document: in words for the model, and as the shape of its replies. */
export interface ReportForm<Reply extends AgentTurn = AgentTurn> {
  /** The rules, and what is asked: the same for every document that is read in the same way. */
  instructions(settings: AgentSettings, isWhole: boolean): string
  /** What is asked, as it stands behind the document too. */
  readonly asked: string
  /** All that the user's own words put into the prompt. */
  readonly texts: readonly string[]
  schema(state: ReplyState): ReplySchema<Reply>
  /** True for a reply that reports something, if only that there is nothing. */
  reports(reply: Reply): boolean
}
