import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { crc32, deflateRawSync } from "node:zlib"
import PDFDocument from "pdfkit"
import { onTestFinished } from "vitest"
import type { SourceDocument } from "../../src/contracts/document"
import { type LoadFailure, type LoadOptions, loadDocuments } from "../../src/files"

/** A folder with the given files, removed after the test. */
export async function folderOf(files: { readonly [path: string]: string | Uint8Array }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "spd-rag-files-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** Every document and failure of a load, with ids from the given folder. */
export async function loadAll(paths: string | readonly string[], options: LoadOptions = {}) {
  const failures: LoadFailure[] = []
  const documents: SourceDocument[] = []
  const all = {
    documentId: "relativePath",
    onError: (f: LoadFailure) => failures.push(f),
    ...options,
  } as const
  for await (const document of loadDocuments(paths, all)) {
    // Where a temporary folder lies is no matter of a test.
    const { sourcePath: _, ...metadata } = document.metadata!
    documents.push({ ...document, metadata })
  }
  return { documents, failures, reasons: failures.map(({ reason }) => reason) }
}

/** The one document of a file with this name and content. */
export async function loadOne(name: string, content: string | Uint8Array) {
  const { documents, failures } = await loadAll(await folderOf({ [name]: content }))
  if (documents.length !== 1) throw failures[0]?.error ?? new Error("no document")
  return documents[0]!
}

/** A PDF that `draw` fills. */
export async function pdf(
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  const document = new PDFDocument({ size: "A4", margin: 72, ...options })
  const parts: Buffer[] = []
  document.on("data", (part) => parts.push(part))
  const ended = new Promise((resolve) => document.on("end", resolve))
  draw(document)
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}

/** A PDF of one page with this content and one font, `F1`, written by hand. */
export function rawPdf(content: string, font: string): string {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font,
  ]
  let text = "%PDF-1.4\n"
  let table = "0000000000 65535 f \n"
  objects.forEach((object, index) => {
    table += `${String(text.length).padStart(10, "0")} 00000 n \n`
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  })
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R >>`
  return `${text}xref\n0 ${objects.length + 1}\n${table}trailer\n${trailer}\nstartxref\n${text.length}\n%%EOF\n`
}

/** A ZIP file; `declaredBytes` is what its directory says of every part's size, whatever it is. */
export function zip(
  files: { readonly [name: string]: string | Uint8Array },
  { declaredBytes }: { declaredBytes?: number } = {},
): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(declaredBytes ?? raw.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const version = Buffer.from([20, 0])
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), version, fields, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(locals.length, 4)
  end.writeUInt16LE(locals.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...locals, central, Buffer.from("PK\u0005\u0006"), end]))
}
