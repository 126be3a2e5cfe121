import type { DocumentAgent, DocumentAgentTask, Findings } from "../../contracts"
import { reportOf } from "../../evidence/findings-protocol"
import { verifyFindings } from "../../evidence/verify-findings"
import { checkFindings } from "../stage-output"

/**
 * What an agent that is not ours found, held to what ours promises: one answer a task, quotes that are in the
 * document, and a report of what was answered also where it wrote none.
 *
 * @throws DocumentAgentError with an InvalidOutputError as cause
 */
export async function readWithOwnAgent(agent: DocumentAgent, task: DocumentAgentTask): Promise<Findings> {
  const { document, plan, search, signal } = task
  const findings = checkFindings(await agent(task), document.id, plan)
  const quoted = findings.answers.some(({ quotes }) => quotes.length > 0)
  const verified = quoted ? verifyFindings(findings, await search.chunks({ signal })) : findings
  return verified.report.trim() === "" ? { ...verified, report: reportOf(verified.answers) } : verified
}
