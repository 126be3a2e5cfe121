import { loadHtmlReader } from "../html/reader"
import { decodeText } from "../kit/encoding/decode"
import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"
import { loadMailParser, type MailAddress, type ParsedMail } from "./peer"
import { separated } from "./separated"

/** A mail: who, when and what about, its text (or its page as Markdown), and the names of what is attached. */
export const email: FileFormat = { name: "email", extensions: [".eml"], loadParser }

const maxNestingDepth = 50

async function loadParser(): Promise<ParseFile> {
  const parser = await loadMailParser()
  const readHtml = await loadHtmlReader()
  return async ({ bytes, maxTextLength }) => {
    const mail = await parser.parse(separated(bytes), { maxNestingDepth })
    if (mail.headers.length === 0) throw new LoadFileError("damaged", "It has no header of a mail.")
    const [untyped, attachments] = parted(mail.attachments)
    const texts = await Promise.all(untyped.map(({ content }) => decodeText(new Uint8Array(content))))
    const plain = [mail.text ?? "", ...texts.map(({ text }) => text)].join("\n").trim()
    const body = plain === "" ? readHtml(mail.html ?? "", maxTextLength).text : plain.replace(/\r\n?/g, "\n")
    const names = attachments.map(({ filename, mimeType }) => filename || `(${mimeType ?? "no name"})`)
    const attached = names.length === 0 ? [] : [`Attachments: ${names.join(", ")}`]
    return {
      title: mail.subject?.trim() || undefined,
      text: [headerLines(mail).join("\n"), body, ...attached].filter((block) => block !== "").join("\n\n"),
      metadata: names.length === 0 ? {} : { attachments: names },
      problems: names.map((name) => `The attachment ${name} was not read.`),
    }
  }
}

/** Parts whose type is none (`Content-Type: text`) are text (RFC 2045, 5.2), and the others. */
function parted(
  parts: ParsedMail["attachments"],
): readonly [ParsedMail["attachments"], ParsedMail["attachments"]] {
  const isText = ({ filename, mimeType = "" }: (typeof parts)[number]) => !filename && !mimeType.includes("/")
  return [parts.filter(isText), parts.filter((part) => !isText(part))]
}

function headerLines({ from, to, cc, headers, subject }: ParsedMail): readonly string[] {
  const line = (name: string, value: string | undefined) =>
    value === undefined || value.trim() === "" ? [] : [`${name}: ${value.replace(/\s+/g, " ").trim()}`]
  return [
    ...line("From", from && addressText(from)),
    ...line("To", to?.map(addressText).join(", ")),
    ...line("Cc", cc?.map(addressText).join(", ")),
    // As the sender wrote it: the day may be another one elsewhere.
    ...line("Date", headers.find(({ key }) => key === "date")?.value),
    ...line("Subject", subject),
  ]
}

function addressText({ name = "", address = "", group }: MailAddress): string {
  if (group !== undefined) return `${name}: ${group.map(addressText).join(", ")}`
  return name === "" || name === address ? address : address === "" ? name : `${name} <${address}>`
}
