import { type Answer, type SourceDocument, type SpdRagConfig, SpdRagError, spdRag } from "spd-rag"
import { offline } from "spd-rag/offline"
import { help, readArguments } from "./arguments"
import { estimateLine } from "./estimate"
import { createProgress, type Screen } from "./progress"
import { type ProviderSettings, providerConfig } from "./provider"
import { readAddresses, readFolder } from "./read-documents"
import { reportOf } from "./report"
import { UsageError } from "./usage-error"

export interface QuickstartResult {
  /** 0: answered; 1: could not answer; 2: the command line makes no sense. */
  readonly exitCode: 0 | 1 | 2
  readonly answer?: Answer | undefined
  readonly documents?: readonly SourceDocument[] | undefined
}

/** Reads, indexes, asks and reports: the answer on `output`, progress and errors on `messages`. */
export async function quickstart(
  words: readonly string[],
  output: Screen,
  messages: Screen,
  signal?: AbortSignal,
  settings: ProviderSettings = { environment: process.env },
): Promise<QuickstartResult> {
  try {
    const args = readArguments(words)
    if (args.help) {
      output.write(`${help}\n`)
      return { exitCode: 0 }
    }
    const config = args.provider === undefined ? offline() : providerConfig(args.provider, settings)
    const documents = args.folder === undefined ? await readAddresses() : await readFolder(args.folder)
    const answer = await answered(config, args.question, documents, output, messages, signal)
    return { exitCode: 0, answer, documents }
  } catch (error) {
    if (!(error instanceof UsageError || SpdRagError.isInstance(error))) throw error
    messages.write(`${error.message}\n`)
    return { exitCode: error instanceof UsageError ? 2 : 1 }
  }
}

async function answered(
  config: SpdRagConfig,
  question: string,
  documents: readonly SourceDocument[],
  output: Screen,
  messages: Screen,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const rag = spdRag(config)
  const began = performance.now()
  const indexed = createProgress(messages, "Indexing", documents.length)
  const report = await rag.add(documents, {
    signal,
    onEvent: (event) => event.type === "index-delta" && indexed(event.done),
  })
  // A key that is refused is one failure to report, not one a document.
  if (report.failed.length === documents.length) throw report.failed[0]!.error
  for (const { documentId, error } of report.failed) {
    messages.write(`Could not index ${documentId}: ${error.message}\n`)
  }
  const indexingMs = performance.now() - began

  const asked = { documents: documents.map(({ id }) => id), signal }
  messages.write(`${estimateLine(await rag.estimate(question, asked))}\n`)
  const read = createProgress(messages, "Reading ", documents.length)
  const answer = await rag.ask(question, {
    ...asked,
    onEvent: (event) => event.type === "agent-end" && read(event.done),
  })
  let tokens = 0
  for await (const stored of rag.documents({ signal })) tokens += stored.tokens
  output.write(`${reportOf(answer)}\n`)
  output.write(`Time: ${seconds(indexingMs)} to index, ${seconds(answer.durationMs)} to answer\n`)
  const { inputTokens, outputTokens } = answer.usage
  output.write(
    `Tokens: ${tokens.toLocaleString("en-US")} in the documents, ${inputTokens + outputTokens} of a model\n`,
  )
  return answer
}

const seconds = (durationMs: number): string => `${(durationMs / 1000).toFixed(1)} s`
