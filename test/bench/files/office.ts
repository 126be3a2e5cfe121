import { execFileSync } from "node:child_process"
import { copyFileSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"

/** What LibreOffice makes of files, in a folder of its own: the third file as `2.pdf`, or not there where it refused. */
export function convertByOffice(paths: readonly string[], filter: string): string {
  const folder = mkdtempSync(join(tmpdir(), "spd-rag-office-"))
  const copies = paths.map((path, index) => {
    const copy = join(folder, `${index}${extname(path)}`)
    copyFileSync(path, copy)
    return copy
  })
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const options = ["--headless", profile, "--convert-to", filter, "--outdir", folder, ...copies]
  try {
    execFileSync("soffice", options, { stdio: "ignore" })
  } catch {
    // Files that it refused are not there; the others are.
  }
  return folder
}
