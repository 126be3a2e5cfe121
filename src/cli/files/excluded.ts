/** Left out of folders: what package managers put there, and the command's own files. */
export const excludedFiles: readonly string[] = [
  "**/node_modules/**",
  "package.json",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "tsconfig.json",
  "spd-rag.config.*",
]
