// Everything that comes from a document, a model or a question is put in as text, never as HTML.

const element = (id) => document.getElementById(id)
const names = { "not-found": "not found" }
/** Rows by document id. */
const rows = new Map()
let answerText = ""
let citations = []
let run

for (const { id, title } of await (await fetch("/documents")).json()) addRow(id, title)
element("status").textContent = `${rows.size} documents.`
showCounts(0)

element("stop").addEventListener("click", () => run?.abort())
element("form").addEventListener("submit", async (event) => {
  event.preventDefault()
  run?.abort()
  const mine = new AbortController()
  run = mine
  reset()
  try {
    await ask(element("question").value, mine.signal)
  } catch (error) {
    if (run === mine) showStatus(mine.signal.aborted ? "Stopped." : error.message, !mine.signal.aborted)
  } finally {
    if (run === mine) showStopped()
  }
})

async function ask(question, signal) {
  const response = await fetch("/ask", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question }),
    signal,
  })
  if (!response.ok) throw new Error((await response.json()).error.message)
  let ended = false
  for await (const { id, event } of readEvents(response.body)) {
    document.body.dataset.lastEventId = id
    show(event)
    ended ||= event.type === "run-end" || event.type === "run-error"
  }
  if (!ended) throw new Error("The connection broke before the answer was whole.")
}

/** The events of a stream of server-sent events: EventSource would send the question again when a connection breaks. */
async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split("\n\n")
    rest = blocks.pop()
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => line.match(/^(\w*): ?(.*)$/s).slice(1)))
      if (fields.has("data")) yield { id: fields.get("id"), event: JSON.parse(fields.get("data")) }
    }
  }
}

function show(event) {
  const { documentId, error } = event
  switch (event.type) {
    case "run-start":
      return showStatus(`Planning how to ask ${event.documentCount} documents ...`)
    case "plan-end":
      element("tasks").replaceChildren(...event.plan.tasks.map((task) => make("li", task)))
      element("directive").textContent = event.plan.synthesisDirective
      return showStatus("Reading the documents ...")
    case "agent-start":
      return showRow(documentId, "reading", "", event.title)
    case "search-start":
      return showRow(documentId, "searching", event.query)
    case "search-end":
      return showRow(documentId, "reading", `${event.passageIds.length} passages for: ${event.query}`)
    case "search-error":
    case "agent-error":
      return showRow(documentId, undefined, error.message)
    case "agent-end":
      showRow(documentId, event.status)
      return showCounts(event.done, event.documentCount)
    case "call-retry":
      return showStatus(`${event.modelId} failed; attempt ${event.attempt} follows.`)
    case "round-start":
      return showMerge(
        0,
        event.batches,
        `Round ${event.round}: ${event.texts} texts in ${event.batches} merges`,
      )
    case "merge-end":
      return showMerge(
        event.done,
        event.batches,
        `Round ${event.round}: ${event.done} of ${event.batches} merged`,
      )
    case "answer-delta":
      answerText = event.restart ? event.text : answerText + event.text
      showStatus("Writing the answer ...")
      return showAnswer()
    case "run-end":
      return showEnd(event.answer)
    case "run-error":
      return showStatus(error.message, true)
  }
}

function showEnd(answer) {
  answerText = answer.text
  citations = answer.citations
  showAnswer()
  element("citations").replaceChildren(
    ...citations.map(({ number, title, quote, start, end }) => {
      const item = make("li", `[${number}] ${title}, characters ${start} to ${end}: \u201c${quote}\u201d`)
      item.id = `citation-${number}`
      return item
    }),
  )
  element("warnings").replaceChildren(...answer.warnings.map(({ message }) => make("li", message)))
  for (const { documentId, status, title, findings, error, reason } of answer.documents) {
    const found = findings?.answers.filter((one) => one.found).length ?? 0
    const detail =
      error?.message ??
      reason ??
      `${found} of ${findings.answers.length} tasks, relevance ${findings.relevance.toFixed(2)}`
    showRow(documentId, status, detail, title)
  }
  showMerge(1, 1, "Done.")
  const tokens = answer.usage.inputTokens + answer.usage.outputTokens
  showStatus(
    `Answered in ${(answer.durationMs / 1000).toFixed(1)} s, ${answer.usage.calls} calls, ${tokens} tokens.`,
  )
}

/** The answer's text, each [n] a link to its citation. */
function showAnswer() {
  const parts = answerText.split(/(\[\d+\])/)
  const nodes = parts.map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part)
    const link = make("a", part)
    link.href = `#citation-${part.slice(1, -1)}`
    const citation = citations.find(({ number }) => `[${number}]` === part)
    if (citation !== undefined) link.title = citation.title
    return link
  })
  element("answer").className = ""
  element("answer").replaceChildren(...nodes)
}

function addRow(id, title) {
  const row = make("tr")
  const state = make("td", "waiting")
  state.className = "state"
  const detail = make("td")
  detail.className = "detail"
  row.append(make("td", title), state, detail)
  row.dataset.state = "waiting"
  rows.set(id, row)
  element("documents").append(row)
  return row
}

/** What is left out stays as it is. */
function showRow(id, state, detail, title = id) {
  const row = rows.get(id) ?? addRow(id, title)
  if (state !== undefined) {
    row.dataset.state = state
    row.cells[1].textContent = names[state] ?? state
  }
  if (detail !== undefined) row.cells[2].textContent = detail
}

function showCounts(done, total = rows.size) {
  element("read").max = Math.max(1, total)
  element("read").value = done
  element("counts").textContent = `${done} of ${total} read`
}

function showMerge(done, all, text) {
  element("merge").max = Math.max(1, all)
  element("merge").value = done
  element("merge-text").textContent = text
}

function showStatus(text, failed = false) {
  element("status").textContent = text
  element("status").className = failed ? "error" : ""
}

/** Of a run that is over nothing is under way, however it ended. */
function showStopped() {
  for (const [id, { dataset }] of rows) {
    if (dataset.state === "reading" || dataset.state === "searching") showRow(id, "stopped")
  }
  showRunning(false)
}

function showRunning(running) {
  element("ask").disabled = running
  element("stop").hidden = !running
}

function reset() {
  answerText = ""
  citations = []
  for (const id of rows.keys()) showRow(id, "waiting", "")
  for (const id of ["citations", "warnings", "tasks"]) element(id).replaceChildren()
  element("directive").textContent = ""
  element("answer").className = "empty"
  element("answer").textContent = "..."
  showCounts(0)
  showMerge(0, 1, "Begins when every document is read.")
  showStatus("Asking ...")
  showRunning(true)
}

function make(name, text = "") {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
