import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

/** The Chromium of the system, headless. @throws Error that says how to have one */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium"
  if (!existsSync(executablePath))
    throw new Error(
      `There is no Chromium at ${executablePath}. Install it (Debian: apt-get install chromium), or say where it is by CHROMIUM.`,
    )
  const asRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: asRoot ? ["--no-sandbox"] : [] })
}
