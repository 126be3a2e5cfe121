import { SpdRagError } from "../../errors"
import { eventStream } from "../../http"
import type { ReportData } from "../../report/data/types"
import { pageHTML } from "../../report/html"
import { reportHTML } from "../../report/render-report"
import type { SpdRag } from "../../spd-rag"
import { type AppOptions, resolveAppOptions } from "../options"
import { page } from "../page.generated"
import { addFile } from "./add-file"
import { checkOrigin } from "./guard"
import { readQuestion } from "./read-body"
import { json, Refusal } from "./refusal"
import { createRuns } from "./runs"
import { createSets } from "./sets"

/** The live page as a function of web standards. */
export interface App {
  /** Answers a request of the page; also what `mount` of Hono takes. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Questions that are being answered. */
  readonly running: number
  /** Ends all runs. */
  close(): Promise<void>
}

/** The set that is there for every visitor. */
const shared = "shared"

/**
 * The live page and what it asks, as a function from a standard request to a standard response. It knows no users: what
 * keeps visitors apart are ids that nobody can guess.
 *
 * @throws InvalidArgumentError that names the option
 */
export function createApp(given: AppOptions): App {
  const options = resolveAppOptions(given)
  const runs = createRuns(options)
  const sets = createSets(options, (id) => void runs.remove(id))
  const html = pageHTML(
    page,
    "Ask every document",
    { hasShared: options.rag !== undefined, takesFiles: options.config !== undefined },
    ["connect-src 'self'"],
  )

  const ragOf = (set: string | undefined): SpdRag => {
    if (set !== undefined && set !== shared) return sets.get(set).rag
    if (options.rag === undefined) throw new Refusal(404, "Choose files first.")
    return options.rag
  }

  async function respond(request: Request): Promise<Response> {
    checkOrigin(request, options.hosts)
    const { pathname } = new URL(request.url)
    const [room, id, rest] = pathname
      .split("/")
      .filter((part) => part !== "")
      .join("/")
      .replace(/^api\//, "")
      .split("/")
    switch (
      `${request.method} ${room}${id === undefined ? "" : "/:id"}${rest === undefined ? "" : `/${rest}`}`
    ) {
      case "GET ":
        return new Response(html, { headers: pageHeaders })
      case "POST sets":
        return json({ set: sets.create().id }, 201)
      case "GET sets/:id":
        return listDocuments(ragOf(id))
      case "PUT sets/:id/files":
        return addFile(request, sets.get(id!), options)
      case "DELETE sets/:id":
        sets.remove(id!)
        return new Response(null, { status: 204 })
      case "POST runs": {
        const { question, set = shared } = await readQuestion(request)
        return json({ run: runs.start(ragOf(set), set, question) }, 201)
      }
      case "GET runs/:id/events":
        return eventStream(runs.get(id!).events, { lastEventId: request.headers.get("last-event-id") })
      case "GET runs/:id/report":
        return reportFile(runs.get(id!).report)
      case "DELETE runs/:id":
        await runs.stop(id!)
        return new Response(null, { status: 204 })
      default:
        throw new Refusal(404, "There is nothing here.")
    }
  }

  return {
    async fetch(request) {
      try {
        return await respond(request)
      } catch (error) {
        return failure(error)
      }
    },
    get running() {
      return runs.running
    },
    close: () => runs.remove(),
  }
}

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
}

async function listDocuments(rag: SpdRag): Promise<Response> {
  const documents: { id: string; title: string }[] = []
  for await (const { id, title } of rag.documents()) documents.push({ id, title })
  return json({ documents })
}

function reportFile(report: ReportData | undefined): Response {
  if (report === undefined) throw new Refusal(404, "There is no answer yet.")
  return new Response(reportHTML(report), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-disposition": 'attachment; filename="report.html"',
      "cache-control": "no-store",
    },
  })
}

/** What a visitor may read of a failure. */
function failure(error: unknown): Response {
  if (error instanceof Refusal) return json({ error: { message: error.message } }, error.status)
  if (!SpdRagError.isInstance(error)) return json({ error: { message: "The server failed." } }, 500)
  const status = error.name === "InvalidArgumentError" ? 400 : 502
  return json({ error: { message: error.message } }, status)
}
