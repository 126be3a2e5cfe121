import { answer } from "../../../lib/answer"

/** On Node: every kind of file whose parser is installed. */
export const runtime = "nodejs"

export const POST = answer
