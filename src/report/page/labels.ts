const labels: Readonly<Record<string, string>> = {
  "not-found": "not found",
  index: "Indexing",
  coordinator: "Planning",
  agent: "Reading",
  search: "Searching",
  synthesis: "Merging",
}

/** What is said for a status, a state or a stage. */
export const labelOf = (name: string): string => labels[name] ?? name
