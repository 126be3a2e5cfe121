import { button, counted, make } from "../../report/page/dom"
import { call, send } from "./api"
import { createUploadProgress } from "./upload-progress"

interface PageDocument {
  readonly id: string
  readonly title: string
}

export interface FileChooser {
  readonly element: HTMLElement
  /** What a question is asked of. */
  set(): string
  documents(): readonly PageDocument[]
}

interface Added {
  readonly documents: readonly PageDocument[]
  readonly problem?: string
}

const kept = "spd-rag-set"
const uploadsAtOnce = 3

/**
 * Chooses files of one's own; they go one by one into a set that no other visitor can ask. An event `change` of the
 * element says that there are others.
 */
export function createFileChooser(say: (text: string, failed: boolean) => void): FileChooser {
  let set = ""
  const documents = new Map<string, PageDocument>()
  const waiting: File[] = []
  let uploads = 0

  const progress = createUploadProgress()
  const input = picker(false)
  const folder = picker(true)
  const list = make("ul", { class: "files", "aria-label": "Files", tabindex: 0 })
  const summary = make("p", { class: "soft" }, "No files yet.")
  const clear = button("Start over", startOver, { hidden: true })
  const element = make(
    "div",
    { class: "drop" },
    make(
      "div",
      { class: "drop-head" },
      button("Choose files", () => input.click()),
      button("Choose a folder", () => folder.click()),
      clear,
      progress.element,
      summary,
    ),
    input,
    folder,
    list,
  )
  element.addEventListener("dragover", (event) => event.preventDefault())
  element.addEventListener("drop", (event) => {
    event.preventDefault()
    take([...(event.dataTransfer?.files ?? [])])
  })

  function picker(isFolder: boolean): HTMLInputElement {
    const made = make("input", {
      type: "file",
      multiple: true,
      hidden: true,
      webkitdirectory: isFolder,
      "aria-label": isFolder ? "Folder" : "Files",
    })
    made.addEventListener("change", () => {
      take([...(made.files ?? [])])
      made.value = ""
    })
    return made
  }

  function take(files: readonly File[]): void {
    progress.add(files)
    for (const file of files) waiting.push(file)
    while (uploads < uploadsAtOnce && waiting.length > 0) void upload()
    showSummary()
  }

  async function upload(): Promise<void> {
    uploads += 1
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await uploadFile(file)
    uploads -= 1
    showSummary()
  }

  async function uploadFile(file: File): Promise<void> {
    const name = file.webkitRelativePath || file.name
    const state = make("span", { class: "soft" }, "sending …")
    const item = make("li", {}, make("span", { dir: "auto" }, name), state)
    list.append(item)
    try {
      set ||= await ownSet()
      const { documents: added, problem } = await send<Added>(
        `sets/${set}/files?name=${encodeURIComponent(name)}`,
        file,
        (share) => {
          progress.sent(file, share)
          state.textContent = share < 1 ? `sending, ${Math.floor(share * 100)} %` : "reading …"
        },
      )
      for (const document of added) documents.set(document.id, document)
      if (problem !== undefined) throw new Error(problem)
      item.dataset.state = "added"
      state.textContent = ""
    } catch (error) {
      item.dataset.state = "failed"
      state.textContent = (error as Error).message
    }
    progress.end(file)
    showSummary()
  }

  let creating: Promise<string> | undefined
  /** One, however many files come at once. */
  function ownSet(): Promise<string> {
    creating ??= call<{ set: string }>("POST", "sets").then(({ set: created }) => {
      sessionStorage.setItem(kept, created)
      return created
    })
    return creating.catch((error) => {
      creating = undefined
      throw error
    })
  }

  function startOver(): void {
    if (set !== "") call("DELETE", `sets/${set}`).catch((error: Error) => say(error.message, true))
    set = ""
    creating = undefined
    sessionStorage.removeItem(kept)
    documents.clear()
    list.replaceChildren()
    showSummary()
  }

  function showSummary(): void {
    const busy = uploads > 0 || waiting.length > 0
    clear.hidden = documents.size === 0 || busy
    summary.textContent = busy
      ? progress.text()
      : documents.size === 0
        ? "No files yet. You can drop them here."
        : `${counted(documents.size, "document")}.`
    element.dispatchEvent(new Event("change"))
  }

  /** After a reload of the page the files are still there. */
  async function recall(): Promise<void> {
    const id = sessionStorage.getItem(kept)
    if (id === null) return
    const found = await call<{ documents: PageDocument[] }>("GET", `sets/${id}`).catch(() => undefined)
    if (found === undefined) return sessionStorage.removeItem(kept)
    set = id
    for (const document of found.documents) {
      documents.set(document.id, document)
      list.append(make("li", { "data-state": "added" }, make("span", { dir: "auto" }, document.title)))
    }
    showSummary()
  }

  showSummary()
  void recall()
  return { element, set: () => set, documents: () => [...documents.values()] }
}
