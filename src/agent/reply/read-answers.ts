import { type Fields, fieldsOf, firstOf, plainName, stringsOf, textOf } from "../../calls/json/fields"
import type { Plan } from "../../contracts"
import type { AgentAnswer } from "./agent-reply"

const answerNames = ["answer", "value", "result", "finding", "findings", "content", "text", "response"]
export const quoteNames: readonly string[] = [
  "quotes",
  "quote",
  "evidence",
  "sources",
  "source",
  "citations",
  "citation",
  "excerpt",
]
const listNames = ["answers", "tasks", "results", "findings", "report", "extractions"]
/** Entries of a list and quotes of a task that are read; a list that does not end says no more. */
const mostEntries = 200
const mostQuotes = 12
const partName =
  /^(?:task|t|question|q)?(\d{1,3})(quotes?|evidence|citations?|sources?|answer|value|result|finding|status|found)$/
const firstLetter = "a".charCodeAt(0)
/** An answer that only says that there is none. */
export const noAnswer: RegExp =
  /^(?:n\s?\/?\s?a|none|null|nil|unknown|nothing|not (?:found|stated|mentioned|specified|given|available|provided|applicable|disclosed|present|in (?:the|this) document)\b[^.]{0,80}|(?:the |this )?document does not (?:say|state|mention|specify)\b[^.]{0,80}|[-\u2013\u2014]+)\.?$/i

/** The answers of an object, at most one a task: a list, or one entry a task by number, key or the task's own words. */
export function readAnswers(fields: Fields, plan: Plan): readonly AgentAnswer[] {
  const listed = firstOf(fields, ...listNames)
  const keyed = entriesByKey(fieldsOf(listed) ?? fields, plan)
  // One answer may stand without a list around it.
  const list = Array.isArray(listed) ? listed.slice(0, mostEntries) : keyed.length > 0 ? [] : [fields]
  const entries = [...keyed, ...entriesOfList(list, plan)]
  const byTask = new Map<number, AgentAnswer>()
  for (const { task, entry } of entries) {
    const answer = answerOf(task, entry)
    if (answer === undefined) continue
    const before = byTask.get(task)
    byTask.set(task, before === undefined ? answer : both(before, answer))
  }
  return [...byTask.values()].sort((a, b) => a.task - b.task)
}

interface Entry {
  readonly task: number
  readonly entry: unknown
}

function entriesOfList(list: readonly unknown[], plan: Plan): readonly Entry[] {
  const named = list.map((entry) =>
    firstOf(fieldsOf(entry) ?? new Map(), "task", "taskNumber", "taskId", "id", "number"),
  )
  // A list from 0 that has no last task counts from 0.
  const numbers = named.map((name) => (name === undefined ? undefined : Number(textOf(name))))
  const shift = numbers.includes(0) && !numbers.includes(plan.tasks.length) ? 1 : 0
  return list.flatMap((entry, index) => {
    const name = named[index]
    // Without any name the place in a list of one entry a task says it.
    const task =
      name === undefined
        ? list.length === plan.tasks.length
          ? index + 1
          : undefined
        : taskOf(name, plan, shift)
    return task === undefined ? [] : [{ task, entry }]
  })
}

function entriesByKey(fields: Fields, plan: Plan): readonly Entry[] {
  const shift = fields.has("task0") || fields.has("0") ? 1 : 0
  const whole = [...fields].flatMap(([name, entry]) => {
    const task = taskOf(name, plan, shift)
    return task === undefined ? [] : [{ task, entry }]
  })
  // `task1_answer` and `task1_quotes`: the entry's fields stand apart.
  const parts = new Map<number, Map<string, unknown>>()
  for (const [name, value] of fields) {
    const [, digits, part = ""] = partName.exec(name) ?? []
    const task = digits === undefined ? undefined : taskOf(digits, plan, shift)
    if (task === undefined) continue
    parts.set(task, (parts.get(task) ?? new Map()).set(part, value))
  }
  return [...whole, ...[...parts].map(([task, entry]) => ({ task, entry }))]
}

/** The task of a number or letter, of `task1`, or of its own words with or without its number. */
function taskOf(name: unknown, plan: Plan, shift: number): number | undefined {
  const plain = plainName(textOf(name))
  const digits = /^(?:task|t|answer|answers|question|q)?(\d{1,3})$/.exec(plain)?.[1]
  const words = plain.replace(/^(?:task)?\d{1,3}/, "")
  const task =
    digits !== undefined
      ? Number(digits) + shift
      : /^(?:task)?[a-x]$/.test(plain)
        ? plain.charCodeAt(plain.length - 1) - firstLetter + 1
        : plan.tasks.findIndex((asked) => [plain, words].includes(plainName(asked))) + 1
  return task >= 1 && task <= plan.tasks.length ? task : undefined
}

/** Undefined for an entry that does not say what its answer is: it was cut, or is no answer. */
function answerOf(task: number, entry: unknown): AgentAnswer | undefined {
  const fields = fieldsOf(entry)
  if (fields === undefined) {
    if (entry === undefined) return undefined
    return told(task, stringsOf(entry, "answer").join("; "), [], undefined)
  }
  const status = statusOf(firstOf(fields, "status", "found", "state"))
  const given = answerNames.map((name) => fields.get(name)).find((value) => value !== undefined)
  if (given === undefined && status !== false) return undefined
  const answer = stringsOf(given, "answer").join("; ")
  // An object that holds no text is no answer: the schema itself, say.
  if (answer === "" && fieldsOf(given) !== undefined) return undefined
  const quotes = quoteNames.flatMap((name) => stringsOf(fields.get(name), "quote")).slice(0, mostQuotes)
  // "found" and no answer does not say what was found.
  return answer === "" && status === true ? undefined : told(task, answer, quotes, status)
}

function told(
  task: number,
  answer: string,
  quotes: readonly string[],
  status: boolean | undefined,
): AgentAnswer {
  const isNone = answer === "" || (noAnswer.test(answer) && !(status === true && quotes.length > 0))
  const found = status !== false && !isNone
  return found ? { task, found, answer, quotes } : { task, found, answer: "", quotes: [] }
}

/** True, false, or undefined where it is not clear. */
export function statusOf(value: unknown): boolean | undefined {
  const plain = plainName(textOf(value))
  if (/^(?:found|yes|true|answered|present|ok|success)$/.test(plain)) return true
  return /^(?:not|no$|none|false|missing|absent|unknown|na$|unanswered)/.test(plain) ? false : undefined
}

/** Two answers to one task are one with two parts. */
function both(before: AgentAnswer, after: AgentAnswer): AgentAnswer {
  if (!before.found || !after.found) return before.found ? before : after
  const answers = [...new Set([before.answer, after.answer])]
  return { ...before, answer: answers.join("; "), quotes: [...new Set([...before.quotes, ...after.quotes])] }
}
