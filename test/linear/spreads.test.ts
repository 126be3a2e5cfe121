import ts from "typescript"
import { expect, it } from "vitest"
import { visitSources } from "./sources"

/** Each argument is put on the stack: from some hundred thousand on that is a RangeError. */
const takesAll = /^(?:push|unshift|splice|max|min|hypot|fromCharCode|fromCodePoint|apply|concat)$/
/** Calls that are given few however much comes in. */
const bounded: readonly RegExp[] = [
  /fromCharCode\(\.\.\.[\w.]+\.subarray\(/,
  // One vector.
  /Math\.hypot\(\.\.\.vector\)/,
  // The queries of one turn, at most `maxQueriesPerTurn`.
  /searches\.push\(\.\.\.results\)/,
  // The parts of a prompt that every call has; the tasks of a plan.
  /Math\.max\(\.\.\.sizes\)|\.\.\.remarks\.map|Math\.max\(\.\.\.scores\)/,
  // One area or none, one gap or none.
  /^merges\.push\(\.\.\.areaOf\(/,
  /^gaps\.splice\(/,
]

it("no call spreads data into arguments", () => {
  const found: string[] = []
  visitSources(
    (text) => text.includes("..."),
    (node, source, name) => {
      if (!ts.isCallExpression(node) || !node.arguments.some(ts.isSpreadElement)) return
      const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : ""
      const text = node.getText(source)
      if (takesAll.test(callee) && !bounded.some((pattern) => pattern.test(text))) {
        found.push(`${name}: ${text.replace(/\s+/g, " ").slice(0, 90)}`)
      }
    },
  )
  expect(found).toEqual([])
})
