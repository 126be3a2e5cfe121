import { childrenOf, type XmlElement } from "../xml"
import { ordinalText } from "./ordinals"

/** Marks of foot and end notes, counted in the order in which the text refers to them. */
export interface NoteMarks {
  /** The mark of a reference, `[1]`; end notes have roman figures, as Word prints them. */
  of(reference: XmlElement): string
  /** What was referred to, each note once. */
  readonly used: readonly { readonly kind: NoteKind; readonly id: string; readonly mark: string }[]
}

export type NoteKind = "footnote" | "endnote"

export function noteMarks(): NoteMarks {
  const used: { kind: NoteKind; id: string; mark: string }[] = []
  const counts = { footnote: 0, endnote: 0 }
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
      const number = ordinalText(counts[kind], kind === "endnote" ? "lowerRoman" : "decimal")
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
