import { latin1 } from "../kit/latin1"

/** A field (RFC 5322, 2.2), a line that goes on, or what an mbox puts before a mail. */
const headerLine = /^(?:[!-9;-~]+[ \t]*:|[ \t]|>?From )/
const lineFeed = 10

/** The mail with the empty line that has to stand behind its header, where its text follows without one. */
export function separated(mail: Uint8Array): Uint8Array {
  for (let start = 0; start < mail.length; ) {
    const end = mail.indexOf(lineFeed, start)
    const line = latin1(mail.subarray(start, end < 0 ? mail.length : end)).replace(/\r$/, "")
    if (line === "") return mail
    if (!headerLine.test(line)) return withLineAt(mail, start)
    if (end < 0) return mail
    start = end + 1
  }
  return mail
}

function withLineAt(mail: Uint8Array, at: number): Uint8Array {
  const longer = new Uint8Array(mail.length + 1)
  longer.set(mail.subarray(0, at))
  longer[at] = lineFeed
  longer.set(mail.subarray(at), at + 1)
  return longer
}
