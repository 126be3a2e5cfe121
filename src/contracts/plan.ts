/** What every document is asked alike, and how the answer is to be put together (paper, section "Coordination"). */
export interface Plan {
  /** Atomic, self-contained extraction tasks; each can be answered "found" or "not found". */
  readonly tasks: readonly string[]
  /** What the synthesizer prioritises and how it structures the answer. */
  readonly synthesisDirective: string
}
