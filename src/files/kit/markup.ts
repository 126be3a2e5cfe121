import { missingPeer } from "../../runtime/load-peer"
import { functionsOf } from "./peer"

/** The parts of the optional parser that are called; nothing else of it is relied on. */
export interface MarkupNode {
  readonly type: string
  readonly name?: string
  readonly data?: string
  readonly attribs?: { readonly [name: string]: string }
  readonly children?: readonly MarkupNode[]
}
export interface MarkupParser {
  parseDocument(markup: string, options?: { xmlMode?: boolean }): MarkupNode
}

/** @throws InvalidArgumentError that says what to install. */
export async function loadMarkupParser(): Promise<MarkupParser> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    return functionsOf(await import("htmlparser2"))
  } catch (cause) {
    throw missingPeer("htmlparser2", "12", cause)
  }
}

/** The first element of a name, in document order. */
export function findElement(node: MarkupNode, name: string): MarkupNode | undefined {
  if (node.name === name) return node
  for (const child of node.children ?? []) {
    const found = findElement(child, name)
    if (found !== undefined) return found
  }
  return undefined
}
