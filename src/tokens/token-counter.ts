import { runSteps, type Steps } from "../runtime/yield"

/** Gives the number of tokens that a model reads in a text. */
export type TokenCounter = (text: string) => number

/** Counts in steps of about a millisecond, for long texts. */
export type CountSteps = (text: string) => Steps<number>

const inSteps: unique symbol = Symbol("counts in steps")

/** A counter of cl100k_base: exact, additive where pieces end, and able to count in steps. */
export interface OwnCounter extends TokenCounter {
  readonly [inSteps]: CountSteps
}

export function ownCounter(steps: CountSteps): OwnCounter {
  return Object.assign((text: string) => runSteps(steps(text)), { [inSteps]: steps })
}

/** The counter in steps, where it is the library's own; undefined for a caller's. */
export function stepsOf(counter: TokenCounter): CountSteps | undefined {
  return (counter as Partial<OwnCounter>)[inSteps]
}
