type Attributes = readonly (readonly [name: string, value: string])[]

/** What a namespace is called by everyone; `http://schemas.openxmlformats.org/` and the like are taken off. */
const usualPrefixes: ReadonlyMap<string, string> = new Map([
  ["wordprocessingml/main", "w"],
  ["presentationml/main", "p"],
  ["spreadsheetml/main", ""],
  ["drawingml/main", "a"],
  ["drawingml/chart", "c"],
  ["drawingml/diagram", "dgm"],
  ["drawingml/wordprocessingDrawing", "wp"],
  ["drawingml/spreadsheetDrawing", "xdr"],
  ["officeDocument/math", "m"],
  ["officeDocument/relationships", "r"],
  ["package/relationships", ""],
  ["package/content-types", ""],
  ["markup-compatibility", "mc"],
  ["office/word/2010/wordml", "w14"],
  ["office/word/wordprocessingShape", "wps"],
  ["office/word/2010/wordprocessingShape", "wps"],
  ["office/drawing/2008/diagram", "dsp"],
  ["office/drawing/2010/main", "a14"],
  ["urn:schemas-microsoft-com:vml", "v"],
])

function usualPrefix(namespace: string): string | undefined {
  const key = namespace
    .replace(/^http:\/\/(?:schemas\.(?:openxmlformats|microsoft)\.(?:org|com)|purl\.oclc\.org\/ooxml)\//, "")
    .replace(/\/2006(?=\/|$)/, "")
  return usualPrefixes.get(key)
}

interface Scope {
  /** How many elements deep the scope reaches. */
  depth: number
  readonly prefixes: ReadonlyMap<string, string>
  readonly elements: Map<string, string>
}

/** Names of elements and attributes by namespace while a file is read from its start to its end. */
export interface XmlNames {
  /** Before an element's own name is asked for. */
  enter(attributes: Attributes): void
  leave(): void
  element(rawName: string): string
  attributes(attributes: Attributes): { readonly [name: string]: string }
}

export function createXmlNames(): XmlNames {
  const scopes: Scope[] = [{ depth: 0, prefixes: new Map(), elements: new Map() }]

  function resolve(rawName: string, prefixes: ReadonlyMap<string, string>): string {
    const colon = rawName.indexOf(":")
    const prefix = colon < 0 ? "" : rawName.slice(0, colon)
    const usual = prefixes.get(prefix) ?? prefix
    const local = rawName.slice(colon + 1)
    return usual === "" ? local : `${usual}:${local}`
  }

  return {
    enter(attributes) {
      const scope = scopes.at(-1)!
      const declared = attributes.filter(([name]) => name === "xmlns" || name.startsWith("xmlns:"))
      if (declared.length === 0) {
        scope.depth++
        return
      }
      const prefixes = new Map(scope.prefixes)
      for (const [name, namespace] of declared) {
        const prefix = name.slice(6)
        prefixes.set(prefix, usualPrefix(namespace) ?? prefix)
      }
      scopes.push({ depth: 1, prefixes, elements: new Map() })
    },
    leave() {
      const scope = scopes.at(-1)!
      scope.depth--
      if (scope.depth === 0 && scopes.length > 1) scopes.pop()
    },
    element(rawName) {
      const { elements, prefixes } = scopes.at(-1)!
      let name = elements.get(rawName)
      if (name === undefined) {
        name = resolve(rawName, prefixes)
        elements.set(rawName, name)
      }
      return name
    },
    attributes(attributes) {
      const { prefixes } = scopes.at(-1)!
      const found: { [name: string]: string } = {}
      for (const [name, value] of attributes) {
        if (name.startsWith("xmlns")) continue
        // An attribute without a prefix is in no namespace, whatever the default is.
        found[name.includes(":") ? resolve(name, prefixes) : name] = value
      }
      return found
    },
  }
}
