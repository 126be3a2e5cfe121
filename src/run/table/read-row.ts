import type { RowSpec } from "../../tables/read/ask/row-spec"
import { withRows } from "../../tables/read/own-rows"
import { readRowsOf } from "../../tables/read/read-rows-of"
import { readWithOwnAgent } from "../documents/own-agent"
import { agentTask, type ReadDocument } from "../documents/read-document"

/** Reads the rows of one document, by the built-in agent or the config's own. */
export function rowReader(spec: RowSpec): ReadDocument {
  return async (context, plan, document, signal) => {
    const { agent, agentOptions, countTokens } = context.config
    const task = agentTask(context, plan, document, signal)
    if (agent !== undefined) {
      const findings = await readWithOwnAgent(agent, { ...task, table: spec.ask.task })
      return withRows(findings, spec, task.search)
    }
    return readRowsOf(spec, { ...agentOptions, ...task, llm: context.llm("agent", document.id), countTokens })
  }
}
