import type { Estimate, EstimatedRange } from "spd-rag"

/** What is about to be used, on one line; offline stages call no model. */
export function estimateLine(estimate: Estimate): string {
  const { calls, inputTokens, outputTokens, cost, documents, unpricedModels } = estimate
  const count = `${documents.read.most} documents to read`
  if (calls.most === 0) return `Estimate: ${count}, no call of a model`
  const parts = [
    count,
    `${range(calls)} calls`,
    `${range(inputTokens)} tokens in`,
    `${range(outputTokens)} out`,
  ]
  const priced = unpricedModels.length === 0 ? `, cost ${range(cost, 2)}` : ""
  return `Estimate: ${parts.join(", ")}${priced}`
}

function range({ least, most }: EstimatedRange, digits = 0): string {
  const [from, to] = [least, most].map((figure) =>
    figure.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
  return from === to ? `${from}` : `${from} to ${to}`
}
