import { count, counted, make } from "../../report/page/dom"

/** How far the files that were chosen have got, all together. */
export interface UploadProgress {
  readonly element: HTMLElement
  /** More files wait. */
  add(files: readonly File[]): void
  /** A share of the file has left, from 0 to 1. */
  sent(file: File, share: number): void
  /** The server has read it, or refused it. */
  end(file: File): void
  /** In words. */
  text(): string
}

/** A bar by bytes, which also counts a file's reading; hidden while nothing is under way. */
export function createUploadProgress(): UploadProgress {
  const element = make("progress", { max: 1, value: 0, hidden: true, "aria-label": "Files sent and read" })
  /** What has left of each file, in weight. */
  const sent = new Map<File, number>()
  let sentWeight = 0
  let allWeight = 0
  let ended = 0

  function note(file: File, share: number): void {
    const now = share * weight(file)
    sentWeight += now - (sent.get(file) ?? 0)
    sent.set(file, now)
    element.value = sentWeight / allWeight
    element.hidden = ended === sent.size
  }

  return {
    element,
    add(files) {
      if (ended === sent.size) {
        sent.clear()
        sentWeight = allWeight = ended = 0
      }
      for (const file of files) allWeight += weight(file)
      for (const file of files) note(file, 0)
    },
    sent: (file, share) => note(file, share * readingFrom),
    end(file) {
      ended += 1
      note(file, 1)
    },
    text: () => `${count(ended)} of ${counted(sent.size, "file")} read …`,
  }
}

/** The share of the bar at which a file has left, and is read. */
const readingFrom = 0.9

/** A file without bytes is work too. */
const weight = ({ size }: File): number => size + 1
