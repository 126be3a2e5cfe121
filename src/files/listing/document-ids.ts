import type { FoundFile } from "./list-files"

/**
 * One id a file: its relative path. Where files of several given folders would share one, those files get names of
 * their folder in front, as many from its end as tell them apart (`2023/report.pdf`, `2024/report.pdf`).
 */
export function documentIds(files: readonly FoundFile[]): readonly string[] {
  const ids = files.map((file) => file.relativePath)
  for (let depth = 1; ; depth++) {
    const counts = new Map<string, number>()
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    if (counts.size === ids.length) return ids
    ids.forEach((id, index) => {
      if (counts.get(id)! > 1) ids[index] = prefixed(files[index]!, depth)
    })
  }
}

function prefixed({ root, relativePath, realPath }: FoundFile, depth: number): string {
  const names = root.split(/[\\/]/).filter((name) => name !== "")
  // Two roots can't be alike to their first name, but for drives or links: then the real path tells them apart.
  if (depth > names.length) return realPath.split(/[\\/]/).filter(Boolean).join("/")
  return [...names.slice(-depth), relativePath].join("/")
}
