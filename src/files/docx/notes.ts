import { childOf, childrenOf, type XmlElement } from "../xml"
import { ordinalText } from "./ordinals"

/** Marks of foot and end notes, counted in the order in which the text refers to them. */
export interface NoteMarks {
  /** The mark of a reference, `[1]`; end notes have roman figures where the file does not say. */
  of(reference: XmlElement): string
  /** What was referred to, each note once. */
  readonly used: readonly { readonly kind: NoteKind; readonly id: string; readonly mark: string }[]
}

export type NoteKind = "footnote" | "endnote"

/** How notes of each kind are numbered. */
export type NoteNumbering = Readonly<Record<NoteKind, { readonly format: string; readonly start: number }>>

/**
 * As the settings say, or the last section, which has what was set for the whole document.
 *
 * @param sections the file's source from that section on
 */
export function noteNumbering(settings: XmlElement | undefined, sections: string): NoteNumbering {
  const of = (kind: NoteKind, usual: string) => {
    const own = new RegExp(`<w:${kind}Pr>(.{0,500}?)</w:${kind}Pr>`, "s").exec(sections)?.[1] ?? ""
    const value = (name: string) =>
      new RegExp(`<w:${name} w:val="(\\w+)"`).exec(own)?.[1] ??
      childOf(settings, `w:${kind}Pr`, `w:${name}`)?.attributes["w:val"]
    return { format: value("numFmt") ?? usual, start: Number(value("numStart") ?? 1) || 1 }
  }
  return { footnote: of("footnote", "decimal"), endnote: of("endnote", "lowerRoman") }
}

export function noteMarks(numbering: NoteNumbering): NoteMarks {
  const used: { kind: NoteKind; id: string; mark: string }[] = []
  const counts = { footnote: numbering.footnote.start - 1, endnote: numbering.endnote.start - 1 }
  const marks = new Map<string, string>()
  return {
    used,
    of({ name, attributes }) {
      const kind: NoteKind = name === "w:endnoteReference" ? "endnote" : "footnote"
      const id = attributes["w:id"] ?? ""
      const known = marks.get(`${kind} ${id}`)
      if (known !== undefined) return known
      // The text goes on with a mark of the writer's own, such as an asterisk.
      const isCustom = /^(?:1|true|on)$/.test(attributes["w:customMarkFollows"] ?? "")
      if (!isCustom) counts[kind]++
      const number = ordinalText(counts[kind], numbering[kind].format)
      const mark = isCustom ? "" : `[${number}]`
      marks.set(`${kind} ${id}`, mark)
      used.push({ kind, id, mark })
      return mark
    },
  }
}

/** Notes by id, without the lines that part them from the text. */
export function notesOf(root: XmlElement | undefined, kind: NoteKind): ReadonlyMap<string, XmlElement> {
  const notes = childrenOf(root, `w:${kind}`).filter(({ attributes }) => {
    const type = attributes["w:type"] ?? "normal"
    return type === "normal"
  })
  return new Map(notes.map((note) => [note.attributes["w:id"] ?? "", note]))
}
