import type { Plan, TableColumn } from "../contracts"

/** The columns as tasks: one a column, in their order. */
export function tablePlan(columns: readonly TableColumn[]): Plan {
  return { tasks: columns.map(taskOf), synthesisDirective: "" }
}

function taskOf({ name, description, unit, choices }: TableColumn): string {
  const what = description === undefined ? name : `${name}: ${description}`
  const kind = choices === undefined ? "" : ` (one of ${choices.join(", ")})`
  return `${what}${unit === undefined ? "" : ` (in ${unit})`}${kind}`
}
