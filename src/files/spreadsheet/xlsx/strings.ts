import { plainStyled } from "../../kit/styled-text"
import { childOf, childrenOf, textOf, type XmlElement } from "../../xml"
import { type FontLook, fontLook } from "./styles"

/** The text of a string item (`si` or `is`), without the readings that stand over it. */
export function stringText(item: XmlElement, look: FontLook = {}): string {
  const runs = childrenOf(item).filter(({ name }) => name === "r" || name === "t")
  return plainStyled(
    runs.map((run) =>
      run.name === "t"
        ? { text: unescaped(textOf(run)), ...look }
        : {
            text: childrenOf(run, "t")
              .map((text) => unescaped(textOf(text)))
              .join(""),
            ...look,
            ...ownLook(run),
          },
    ),
  )
}

function ownLook(run: XmlElement): FontLook {
  const properties = childOf(run, "rPr")
  return properties === undefined ? {} : fontLook(properties)
}

/** `_x000D_` stands for a character that XML can't hold (ECMA-376 part 1, 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes("_x")) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => {
    const unit = Number.parseInt(code, 16)
    return unit < 0x20 ? " " : String.fromCharCode(unit)
  })
}
