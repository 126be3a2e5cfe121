import {
  type CapturedRequest,
  type FaultServer,
  type ServerAnswer,
  startFaultServer,
} from "../kit/fault-server"
import { hashVector } from "../kit/hash-vector"

export interface CohereServerOptions {
  readonly embed?: (text: string, dimensions: number) => readonly number[]
  /** @default the share of the query's words that the text holds */
  readonly score?: (query: string, text: string) => number
  /** @default any key that is not empty */
  readonly keys?: readonly string[]
}

/** Speaks version 2 of the Cohere API as `cohere-ai` 8 does: embed and rerank. */
export function startCohereServer(options: CohereServerOptions = {}): Promise<FaultServer> {
  return startFaultServer((request) => {
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1]
    if (key === undefined || (options.keys !== undefined && !options.keys.includes(key))) {
      return cohereError(401, "invalid api token")
    }
    if (!/^(embed|rerank)-/.test(request.body.model))
      return cohereError(404, `model '${request.body.model}' not found`)
    if (request.url.endsWith("/v2/embed")) return embeddings(request, options)
    if (request.url.endsWith("/v2/rerank")) return ranking(request, options)
    return cohereError(404, "no such address")
  })
}

export function cohereError(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): ServerAnswer {
  return { status, headers, json: { id: "error-1", message } }
}

const meta = (billed_units: Record<string, number>) => ({ api_version: { version: "2" }, billed_units })

function embeddings({ body }: CapturedRequest, options: CohereServerOptions): ServerAnswer {
  if (body.texts.length > 96) {
    return cohereError(400, "total number of texts must be at most 96")
  }
  if (body.texts.some((text: string) => text.length > 400_000)) {
    return cohereError(400, "too many tokens: total number of tokens exceeds the limit")
  }
  const dimensions = body.output_dimension ?? 1_024
  return {
    json: {
      id: "embed-1",
      embeddings: {
        float: body.texts.map((text: string) => (options.embed ?? hashVector)(text, dimensions)),
      },
      texts: body.texts,
      meta: meta({ input_tokens: Math.ceil(body.texts.join("").length / 4) }),
      response_type: "embeddings_by_type",
    },
  }
}

function ranking({ body }: CapturedRequest, options: CohereServerOptions): ServerAnswer {
  if (body.documents.length === 0) return cohereError(400, "documents must not be empty")
  const score = options.score ?? sharedWords
  const results = body.documents
    .map((text: string, index: number) => ({ index, relevance_score: score(body.query, text) }))
    .sort(
      (a: { relevance_score: number }, b: { relevance_score: number }) =>
        b.relevance_score - a.relevance_score,
    )
    .slice(0, body.top_n)
  return { json: { id: "rerank-1", results, meta: meta({ search_units: 1 }) } }
}

function sharedWords(query: string, text: string): number {
  const words = (of: string) => new Set(of.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const [asked, held] = [words(query), words(text)]
  return [...asked].filter((word) => held.has(word)).length / Math.max(1, asked.size)
}
