type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
export type Child = Node | string | undefined | readonly Child[]

/**
 * An element with its attributes and children. Text becomes a text node, so that nothing of a document is markup;
 * `true` is an attribute without a value, `false` and undefined none.
 */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : String(value))
  }
  append(made, children)
  return made
}

function append(parent: Node, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined) continue
    if (typeof child === "string") parent.appendChild(document.createTextNode(child))
    else if (child instanceof Node) parent.appendChild(child)
    else append(parent, child)
  }
}

export function button(label: Child, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = make("button", { type: "button", ...attributes }, label)
  made.addEventListener("click", onClick)
  return made
}

/** A section of the page with its heading; its place is the end of `parent`. */
export function section(
  parent: Node,
  id: string,
  heading: string,
  ...children: readonly Child[]
): HTMLElement {
  const made = make(
    "section",
    { id, "aria-labelledby": `${id}-heading` },
    make("h2", { id: `${id}-heading` }, heading),
    ...children,
  )
  parent.appendChild(made)
  return made
}

/** 12,345 */
export const count = (value: number): string => value.toLocaleString("en-US")

/** 1 document, 12 documents */
export const counted = (value: number, one: string, many: string = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`
