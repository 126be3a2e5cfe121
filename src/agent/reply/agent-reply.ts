/** What an agent does in one turn, whatever it is to report. */
export interface AgentTurn {
  readonly reasoning: string
  readonly action: "search" | "finalize"
  /** What it asks for, each once; at least one where it searches. */
  readonly queries: readonly string[]
  /** In [0, 1]; undefined where it does not say. */
  readonly relevance: number | undefined
}

/** A turn of an agent that answers tasks. */
export interface AgentReply extends AgentTurn {
  /** At most one a task. */
  readonly answers: readonly AgentAnswer[]
}

export interface AgentAnswer {
  /** Position in the plan's tasks, from 1. */
  readonly task: number
  readonly found: boolean
  /** Empty where nothing was found. */
  readonly answer: string
  readonly quotes: readonly string[]
}
