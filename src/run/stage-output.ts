import type { Citation, Findings, Plan, Synthesis, Warning } from "../contracts"
import { DocumentAgentError, InvalidArgumentError, InvalidOutputError } from "../errors"
import { citationFields, findingsData, planData } from "../runtime/check/data"
import { type Check, listOf, shape } from "../runtime/check/options"
import { filledText, oneOf, text } from "../runtime/check/values"

// What a stage of one's own returns is used by every later stage, so it is checked as a model's reply is.

export function checkPlan(plan: Plan): Plan {
  return output("coordinator", "plan", planData, plan)
}

/**
 * Findings of this document, one answer a task in the order of the tasks.
 *
 * @throws DocumentAgentError with an InvalidOutputError as cause
 */
export function checkFindings(findings: Findings, documentId: string, plan: Plan): Findings {
  const own: Check<Findings> = (value, path) => {
    const { documentId: of, answers } = findingsData(value, path)
    if (of !== documentId) {
      throw new InvalidArgumentError(`${path}.documentId`, of, "the id of the document that was read")
    }
    const tasks = plan.tasks.length
    if (answers.length !== tasks) {
      throw new InvalidArgumentError(`${path}.answers`, answers, `one answer a task, ${tasks} in all`)
    }
    for (const [index, { task }] of answers.entries()) {
      if (task === index + 1) continue
      throw new InvalidArgumentError(`${path}.answers[${index}].task`, task, `${index + 1}, in order`)
    }
    return value as Findings
  }
  try {
    return output("agent", "findings", own, findings)
  } catch (error) {
    throw new DocumentAgentError(documentId, error)
  }
}

const citation: Check<Citation> = shape(citationFields)

const synthesisData: Check<Synthesis> = shape<Synthesis>({
  text: filledText("the text of the answer"),
  citations: listOf(citation),
  tree: shape<Pick<Synthesis["tree"], "kind">>({ kind: oneOf("findings", "merge") }) as Check<
    Synthesis["tree"]
  >,
  warnings: listOf(shape<Pick<Warning, "message">>({ message: text }) as Check<Warning>),
})

/** A synthesis whose citations are numbered once each and lead to documents that were read. */
export function checkSynthesis(synthesis: Synthesis, findings: readonly Findings[]): Synthesis {
  const read = new Set(findings.map(({ documentId }) => documentId))
  const own: Check<Synthesis> = (value, path) => {
    const numbers = new Set<number>()
    for (const [index, { number, documentId }] of synthesisData(value, path).citations.entries()) {
      const at = `${path}.citations[${index}]`
      if (numbers.has(number)) throw new InvalidArgumentError(`${at}.number`, number, "given once")
      numbers.add(number)
      if (!read.has(documentId)) {
        throw new InvalidArgumentError(`${at}.documentId`, documentId, "a document with findings")
      }
    }
    return value as Synthesis
  }
  return output("synthesizer", "synthesis", own, synthesis)
}

function output<T>(stage: string, name: string, check: Check<T>, value: T): T {
  try {
    return check(value, name)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    const message = `The config's ${stage} returned what can't be used: ${error.message}`
    throw new InvalidOutputError(message, { reason: "malformed" })
  }
}
