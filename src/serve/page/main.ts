import type { ReportData } from "../../report/data/types"
import { button, counted, make } from "../../report/page/dom"
import { createSourcePanel } from "../../report/page/parts/source-panel"
import { showReport } from "../../report/page/show-report"
import type { PageEvent } from "../page-event"
import { addressOf, call, callOnLeave, listen } from "./api"
import { createFileChooser } from "./files"
import { createLiveView } from "./live-view"

interface Settings {
  readonly hasShared: boolean
  readonly takesFiles: boolean
}

const settings = JSON.parse(document.getElementById("data")!.textContent) as Settings
const panel = createSourcePanel()
const status = make("p", { id: "status", role: "status" })
const question = make("textarea", {
  id: "question",
  rows: 2,
  required: true,
  maxlength: 8000,
  placeholder: "What does every document say about …?",
})
const ask = make("button", { id: "ask", type: "submit", class: "main" }, "Ask")
const stop = button("Stop", () => stopRun(), { id: "stop", hidden: true })
const form = make(
  "form",
  { class: "question" },
  make("label", { for: "question" }, "Question"),
  question,
  make("div", { class: "actions" }, ask, stop),
)
const result = make("main", { id: "result" })
let sharedDocuments: readonly { id: string; title: string }[] = []
let run: { id: string; leave: () => void; end: (text: string, failed?: boolean) => void } | undefined

const say = (text: string, failed = false) => {
  status.textContent = text
  status.className = failed ? "error" : ""
}
const own = make("input", { type: "radio", name: "set", id: "set-own", checked: !settings.hasShared })
const shared = make("input", { type: "radio", name: "set", id: "set-shared", checked: settings.hasShared })
const files = settings.takesFiles ? createFileChooser(say) : undefined
const sharedLabel = make("label", { for: "set-shared" }, "The documents of this server")
const choice = make(
  "fieldset",
  { hidden: !(settings.hasShared && settings.takesFiles) },
  make("legend", {}, "Ask"),
  shared,
  sharedLabel,
  own,
  make("label", { for: "set-own" }, "Files of your own"),
)
choice.addEventListener("change", showReady)
files?.element.addEventListener("change", showReady)

document.body.append(
  make(
    "header",
    { class: "page" },
    make("p", { class: "soft" }, "spd-rag"),
    make("h1", {}, "Ask every document"),
  ),
  make(
    "section",
    { class: "ask", "aria-label": "Question and documents" },
    choice,
    files?.element,
    form,
    status,
  ),
  result,
  panel.element,
)
showReady()
if (settings.hasShared) {
  call<{ documents: { id: string; title: string }[] }>("GET", "sets/shared").then(
    ({ documents }) => {
      sharedDocuments = documents
      sharedLabel.textContent = `The ${counted(documents.length, "document")} of this server`
      showReady()
    },
    (error: Error) => say(error.message, true),
  )
}

function asksOwn(): boolean {
  return files !== undefined && own.checked
}

function documentsAsked(): readonly { id: string; title: string }[] {
  return asksOwn() ? files!.documents() : sharedDocuments
}

/** What can be asked now; says nothing into a run. */
function showReady(): void {
  if (run !== undefined) return
  if (files !== undefined) files.element.hidden = !own.checked
  const { length } = documentsAsked()
  ask.disabled = length === 0
  say(
    length === 0
      ? asksOwn()
        ? "Choose the files to ask."
        : "Loading the documents …"
      : `${counted(length, "document")} to ask.`,
  )
}

form.addEventListener("submit", (event) => {
  event.preventDefault()
  void start()
})
question.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return
  event.preventDefault()
  form.requestSubmit()
})
addEventListener("pagehide", () => {
  if (run !== undefined) callOnLeave(`runs/${run.id}`)
})

async function start(): Promise<void> {
  if (run !== undefined) return
  ask.disabled = true
  say("Asking …")
  try {
    const body = { question: question.value, ...(asksOwn() && { set: files!.set() }) }
    const started = await call<{ run: string }>("POST", "runs", JSON.stringify(body), "application/json")
    watch(started.run)
  } catch (error) {
    say((error as Error).message, true)
    ask.disabled = false
  }
}

function watch(id: string): void {
  const view = createLiveView(documentsAsked(), panel, say)
  result.replaceChildren(view.element)
  const end = (text: string, failed = false) => {
    leave()
    run = undefined
    stop.hidden = true
    ask.disabled = false
    view.end()
    say(text, failed)
  }
  const leave = listen<PageEvent>(
    id,
    (event) => {
      document.body.dataset.lastEvent = event.type
      if (event.type === "run-end") {
        end(`Answered: ${counted(event.report.citations.length, "source")}.`)
        return showAnswer(id, event.report)
      }
      if (event.type === "run-error") return end(event.error.message, true)
      view.take(event)
    },
    (state) => {
      if (state === "connected") say("The connection is there again.")
      else if (state === "broken") say("The connection broke; trying again …", true)
      else end("The connection broke before the answer was whole. Ask again.", true)
    },
  )
  run = { id, leave, end }
  stop.hidden = false
  stop.focus()
}

function stopRun(): void {
  if (run === undefined) return
  const { id, end } = run
  end("Stopped.")
  question.focus()
  call("DELETE", `runs/${id}`).catch((error: Error) => say(error.message, true))
}

function showAnswer(id: string, report: ReportData): void {
  const download = make(
    "a",
    { class: "download", href: addressOf(`runs/${id}/report`), download: "report.html" },
    "Download this report",
  )
  result.replaceChildren(
    make("div", { class: "asked" }, make("h2", { dir: "auto", tabindex: -1 }, report.title), download),
  )
  showReport(report, result, panel)
}
