import type { Citation, Findings, Quote, SynthesisTask, UnreadDocument } from "../contracts"
import type { Steps } from "../runtime/yield"
import { languageOf } from "./languages"
import { type Phrases, phrasesOf } from "./phrases"

/** Titles in one list. */
const maxTitles = 20

/** One section of the answer a task; adds the citations that it shows to `citations`. */
export function* sectionSteps(
  { question, plan, findings }: SynthesisTask,
  citations: Citation[],
  limits: { readonly maxPassages: number; readonly maxPassageLength: number },
): Steps<string[]> {
  const byRelevance = [...findings].sort((left, right) => right.relevance - left.relevance)
  const sections: string[] = []
  const phrases = phrasesOf(languageOf(question))
  for (const [at, task] of plan.tasks.entries()) {
    const answering = byRelevance.filter((entry) => bestQuote(entry, at) !== undefined)
    const silent = findings.filter((entry) => bestQuote(entry, at) === undefined)
    const shown = answering.slice(0, Math.max(0, limits.maxPassages - citations.length))
    const lines = [safe(task), phrases.answered(answering.length, findings.length)]
    for (const entry of shown) {
      const citation = citationOf(entry, bestQuote(entry, at)!, citations.length + 1)
      citations.push(citation)
      const passage = shortened(safe(citation.quote), limits.maxPassageLength)
      lines.push(`- ${safe(entry.title)}: "${passage}" [${citation.number}]`)
    }
    const omitted = answering.slice(shown.length)
    if (omitted.length > 0) lines.push(phrases.omitted(omitted.length, titles(omitted, phrases)))
    if (silent.length > 0) lines.push(phrases.notFound(silent.length, titles(silent, phrases)))
    sections.push(lines.join("\n"))
    yield
  }
  return sections
}

/** What the answer does not rest on: documents that failed or were skipped. */
export function unreadLines(question: string, unread: readonly UnreadDocument[]): string[] {
  const phrases = phrasesOf(languageOf(question))
  return unread.length === 0 ? [] : [phrases.notRead(unread.length, titles(unread, phrases))]
}

function bestQuote({ answers }: Findings, taskAt: number): Quote | undefined {
  const answer = answers.find(({ task }) => task === taskAt + 1)
  return answer?.found ? answer.quotes[0] : undefined
}

function citationOf({ documentId, title }: Findings, quote: Quote, number: number): Citation {
  const { text, chunkId, start, end } = quote
  return { number, documentId, title, quote: text, chunkId, start, end }
}

function titles(entries: readonly { readonly title: string }[], phrases: Phrases): string {
  const named = entries
    .slice(0, maxTitles)
    .map(({ title }) => safe(title))
    .join("; ")
  return entries.length > maxTitles ? `${named}; ${phrases.more(entries.length - maxTitles)}` : named
}

/** On one line, and unable to pass for a marker of this answer. */
function safe(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\[(\s*E?\d[\d\s,]*)\]/g, "($1)")
}

function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/\ufffd$/, "")
  // The last word may be cut.
  const space = cut.lastIndexOf(" ")
  return `${(space < 0 ? cut : cut.slice(0, space)).trimEnd()} ...`
}
