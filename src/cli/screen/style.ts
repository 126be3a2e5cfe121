/// <reference types="node" />
import { styleText } from "node:util"
import type { CommandHost, Output } from "../host"

/** Marks of a terminal; the text as it is everywhere else. */
export interface Style {
  bold(text: string): string
  dim(text: string): string
}

const plain: Style = { bold: (text) => text, dim: (text) => text }
const coloured: Style = {
  bold: (text) => styleText("bold", text, { validateStream: false }),
  dim: (text) => styleText("dim", text, { validateStream: false }),
}

/** Plain where it is piped, and where NO_COLOR is set (https://no-color.org) or the terminal is a dumb one. */
export function styleOf(output: Output, env: CommandHost["env"]): Style {
  return output.isTTY && !env.NO_COLOR && env.TERM !== "dumb" ? coloured : plain
}
