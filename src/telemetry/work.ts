import type { Attributes, Context } from "@opentelemetry/api"
import type { LLMRequest, WorkEvent } from "../contracts"
import type { Instruments } from "./instruments"
import { createPieces, type Piece } from "./pieces"

/** The work of one run as its events tell of it, and what each call is a part of. */
export interface Work {
  onEvent(event: WorkEvent): void
  /** Work of one document; the root where it is not under way. */
  agent(documentId: string | undefined): Context
  plan(): Context
  search(documentId: string | undefined, query: string | undefined): Context
  merge(request: Pick<LLMRequest, "merge">): Context
  readonly root: Context
  /** Somebody else tells of the searches in this document. */
  leave(documentId: string): void
}

type Ended = { readonly error: { readonly name: string; readonly status?: unknown } }

export function createWork(instruments: Instruments, root: Context, run: Piece | undefined): Work {
  const { documents, content } = instruments
  const pieces = createPieces(instruments)
  const left = new Set<string>()
  const failures = new Map<string, string>()
  let round = 0

  const agentKey = (documentId: string) => `agent ${documentId}`
  const agent = (documentId: string | undefined) =>
    (documentId === undefined ? undefined : pieces.get(agentKey(documentId))?.context) ?? root
  const searchKey = (documentId: string, query: string) => `search ${documentId} ${query}`
  const mergeKey = (of: number, batch: number | "last") => `merge ${of} ${batch}`
  const startMerge = (of: number, batch: number | "last") =>
    pieces.start(
      mergeKey(of, batch),
      "invoke_agent synthesizer",
      {
        ...invokes("synthesizer"),
        "spd_rag.merge.round": of,
        "spd_rag.merge.batch": batch === "last" ? 0 : batch,
      },
      root,
    )
  /** What ended badly, by the kind that its event names. */
  const kindOf = ({ error }: Ended) =>
    error.name === "ProviderError" && typeof error.status === "number" ? String(error.status) : error.name

  return {
    root,
    agent,
    plan: () => pieces.get("plan")?.context ?? root,
    search: (documentId, query) =>
      (documentId === undefined || query === undefined
        ? undefined
        : pieces.get(searchKey(documentId, query))?.context) ?? agent(documentId),
    merge({ merge }) {
      if (merge !== undefined) return pieces.get(mergeKey(merge.round, merge.batch))?.context ?? root
      return (pieces.get(mergeKey(round, "last")) ?? startMerge(round, "last")).context
    },
    leave: (documentId) => left.add(documentId),
    onEvent(event) {
      switch (event.type) {
        case "plan-start":
          pieces.start("plan", "plan", { "gen_ai.operation.name": "plan", ...agentName("coordinator") }, root)
          break
        case "plan-end":
          pieces.end("plan", { "spd_rag.plan.tasks": event.plan.tasks.length })
          break
        case "plan-error":
          pieces.end("plan", undefined, kindOf(event))
          break
        case "agent-start": {
          const about = { ...invokes("document-agent"), "spd_rag.document.id": event.documentId }
          pieces.start(agentKey(event.documentId), "invoke_agent document-agent", about, root)
          break
        }
        case "agent-error":
          failures.set(event.documentId, kindOf(event))
          break
        case "agent-end": {
          const failure = failures.get(event.documentId)
          pieces.end(agentKey(event.documentId), { "spd_rag.document.status": event.status }, failure)
          if (run !== undefined) documents.add(1, { "spd_rag.document.status": event.status })
          break
        }
        case "search-start": {
          if (left.has(event.documentId)) break
          const about = {
            "gen_ai.operation.name": "retrieval",
            "gen_ai.data_source.id": event.documentId,
            ...(content && { "gen_ai.retrieval.query.text": event.query }),
          }
          pieces.start(searchKey(event.documentId, event.query), "retrieval", about, agent(event.documentId))
          break
        }
        case "search-end":
          pieces.end(searchKey(event.documentId, event.query), {
            "spd_rag.passages": event.passageIds.length,
          })
          break
        case "search-error":
          pieces.end(searchKey(event.documentId, event.query), undefined, kindOf(event))
          break
        case "round-start":
          round = event.round
          break
        case "round-end":
          pieces.end(mergeKey(event.round, "last"))
          break
        case "merge-start":
          startMerge(event.round, event.batch)
          break
        case "merge-error":
          pieces.end(mergeKey(event.round, event.batch), undefined, kindOf(event))
          break
        case "merge-end":
          pieces.end(mergeKey(event.round, event.batch))
          break
        case "run-end":
        case "table-end":
        case "run-error":
          pieces.endAll()
          break
        default:
      }
    },
  }
}

function agentName(name: string): Attributes {
  return { "gen_ai.agent.name": name }
}

function invokes(name: string): Attributes {
  return { "gen_ai.operation.name": "invoke_agent", ...agentName(name) }
}
