import { answer } from "../../../lib/answer"

/** On the edge runtime, which has web standards and nothing else. */
export const runtime = "edge"

export const POST = answer
