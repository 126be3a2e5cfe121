import { shiftMark } from "../kit/marks"

/** How letters look, as far as it changes what they say. */
export interface RtfLook {
  readonly isHidden: boolean
  readonly isStruck: boolean
  readonly shift: "sup" | "sub" | undefined
  /** How far above the line they stand, and how large they are, in half points. */
  readonly offset: number
  readonly size: number
}

export const plainLook: RtfLook = { isHidden: false, isStruck: false, shift: undefined, offset: 0, size: 24 }

/** The look after a control word; undefined for a word that is not about it. */
export function lookAfter(look: RtfLook, word: string, value: number | undefined): RtfLook | undefined {
  const isOn = value !== 0
  switch (word) {
    case "super":
      return { ...look, shift: isOn ? "sup" : undefined }
    case "sub":
      return { ...look, shift: isOn ? "sub" : undefined }
    case "nosupersub":
      return { ...look, shift: undefined }
    case "up":
      return { ...look, offset: value ?? 6 }
    case "dn":
      return { ...look, offset: -(value ?? 6) }
    case "fs":
      return { ...look, size: value ?? plainLook.size }
    case "strike":
    case "striked":
      return { ...look, isStruck: isOn }
    case "v":
      return { ...look, isHidden: isOn }
    case "plain":
      return plainLook
    default:
      return undefined
  }
}

/** @param lineSize size of the text before that stands on the line */
export function shiftOf({ shift, offset, size }: RtfLook, lineSize: number): RtfLook["shift"] {
  const mark = shiftMark(offset, size, lineSize)
  return shift ?? (mark && (mark === "^" ? "sup" : "sub"))
}
