import { missingPeer } from "../../runtime/load-peer"
import { functionsOf } from "../kit/peer"

/** A node of the tree that the parser makes; the parts of it that are read. */
export interface HtmlNode {
  /** An element's name, or `#text`, `#comment`, `#document`. */
  readonly nodeName: string
  /** Of a text. */
  readonly value?: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly HtmlNode[]
}

/** A tag as the tokenizer tells it. */
export interface HtmlTag {
  readonly type: number
  readonly tagName: string
  readonly tagID: number
  readonly attrs: readonly { readonly name: string; readonly value: string }[]
  readonly selfClosing: boolean
  readonly ackSelfClosing: boolean
  readonly location: null
}

/** The parts of the optional parser that are called; nothing else of it is relied on. */
export interface HtmlLibrary {
  readonly Parser: new () => {
    readonly document: HtmlNode
    readonly tokenizer: { write(html: string, isLast: boolean): void }
    onStartTag(tag: HtmlTag): void
    onEndTag(tag: HtmlTag): void
  }
  readonly html: { getTagID(name: string): number }
  readonly Token: { readonly TokenType: { readonly START_TAG: number } }
}

/** @throws InvalidArgumentError that says what to install. */
export async function loadHtmlLibrary(): Promise<HtmlLibrary> {
  // Inside of `try`, where bundlers take an absent package for an optional one.
  try {
    return functionsOf(await import("parse5"))
  } catch (cause) {
    throw missingPeer("parse5", "8", cause)
  }
}
