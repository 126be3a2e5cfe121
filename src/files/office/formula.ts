import { childOf, childrenOf, isElement, type XmlElement } from "../xml"

/** A formula of an office file (`m:oMath`) on one line: `x^2`, `(a+b)/2`, `√(x)`, `∑_(i=1)^n i`. */
export function formulaText(element: XmlElement): string {
  const part = (name: string): string => {
    const found = childOf(element, name)
    return found === undefined ? "" : formulaText(found)
  }
  const property = (name: string): string | undefined =>
    childOf(element, `${element.name}Pr`, name)?.attributes["m:val"]
  const below = () => script("_", part("m:sub"))
  const above = () => script("^", part("m:sup"))
  switch (element.name) {
    case "m:f":
      return property("m:type") === "noBar"
        ? `(${part("m:num")} ${part("m:den")})`
        : `${grouped(part("m:num"))}/${grouped(part("m:den"))}`
    case "m:sSup":
    case "m:sSub":
    case "m:sSubSup":
      return grouped(part("m:e")) + below() + above()
    case "m:sPre":
      return below() + above() + part("m:e")
    case "m:limLow":
      return part("m:e") + script("_", part("m:lim"))
    case "m:limUpp":
      return part("m:e") + script("^", part("m:lim"))
    case "m:rad":
      return part("m:deg") === "" ? `\u221a${grouped(part("m:e"))}` : `root(${part("m:deg")}, ${part("m:e")})`
    case "m:nary":
      return `${property("m:chr") ?? "\u222b"}${below()}${above()} ${part("m:e")}`
    case "m:d": {
      const inner = childrenOf(element, "m:e")
        .map(formulaText)
        .join(property("m:sepChr") ?? "|")
      return (property("m:begChr") ?? "(") + inner + (property("m:endChr") ?? ")")
    }
    case "m:m":
      return `[${childrenOf(element, "m:mr").map(cellsOf).join("; ")}]`
    case "m:eqArr":
      return childrenOf(element, "m:e").map(formulaText).join("; ")
    case "m:func":
      return `${part("m:fName")} ${part("m:e")}`
    case "m:acc":
      return part("m:e") + (property("m:chr") ?? "\u0302")
    case "m:t":
    case "w:t":
    case "a:t":
      return element.children.filter((child) => !isElement(child)).join("")
    default:
      // Properties hold no text of the formula.
      return element.name.endsWith("Pr") ? "" : childrenOf(element).map(formulaText).join("")
  }
}

const cellsOf = (row: XmlElement): string => childrenOf(row, "m:e").map(formulaText).join(", ")

const isPlain = (text: string): boolean => /^[\p{L}\p{N}.,]*$/u.test(text)
const grouped = (text: string): string => (isPlain(text) ? text : `(${text})`)
const script = (mark: string, text: string): string => (text === "" ? "" : mark + grouped(text))
