import { readdirSync, readFileSync } from "node:fs"
import ts from "typescript"

/** Visits the syntax of every source that `may` hold what is looked for: to parse one takes longer than to search it. */
export function visitSources(
  may: (text: string) => boolean,
  visit: (node: ts.Node, source: ts.SourceFile, name: string) => void,
): void {
  for (const name of readdirSync("src", { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue
    const text = readFileSync(`src/${name}`, "utf8")
    if (!may(text)) continue
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
    const visitAll = (node: ts.Node): void => {
      visit(node, source, name)
      ts.forEachChild(node, visitAll)
    }
    visitAll(source)
  }
}

const NO_PATTERN =
  /^\s*(?:import .*|\*.*|\/\*.*|\/\/.*|export (?:type )?(?:\{.*\}|\*.*) from ".*"|\} from ".*")$/

/** The patterns that stand in the sources, with where each stands. */
export function patternsOfSources(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const may = (text: string) => text.split("\n").some((line) => line.includes("/") && !NO_PATTERN.test(line))
  visitSources(may, (node, _, name) => {
    if (ts.isRegularExpressionLiteral(node)) found.set(node.text, name)
  })
  return found
}
