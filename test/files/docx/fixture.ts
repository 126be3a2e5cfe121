import { folderOf, loadAll, loadOne, zip } from "../fixtures"

const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(" ")

/** Bytes of a Word file: what stands in its body, and in parts beside it, by their names without an ending. */
export function docxFile(body: string, parts: { readonly [name: string]: string } = {}): Uint8Array {
  const names = Object.keys(parts)
  const relation = (name: string) => {
    const type = name.replace(/\d+$/, "")
    return `<Relationship Id="${name}" Type="t/${type}" Target="${name}.xml"/>`
  }
  return zip({
    "word/document.xml": `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": `<Relationships>${names.map(relation).join("")}</Relationships>`,
    ...Object.fromEntries(
      names.map((name) => [`word/${name}.xml`, parts[name]!.replace(/^<(w:\w+)/, `<$1 ${namespaces}`)]),
    ),
  })
}

export const docxText = async (body: string, parts?: { readonly [name: string]: string }): Promise<string> =>
  (await loadOne("a.docx", docxFile(body, parts))).text

export const docxFailure = async (bytes: Uint8Array) =>
  (await loadAll(await folderOf({ "a.docx": bytes }))).failures

export const paragraph = (inner: string, properties = ""): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${inner}</w:p>`

export const run = (text: string, properties = ""): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
