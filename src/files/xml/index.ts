export { childOf, childrenOf, findElement, isElement, textOf, type XmlElement } from "./element"
export { parseXml, xmlUnits } from "./read"
