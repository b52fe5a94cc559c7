/** The Chromium of this machine: the one that CHROMIUM_PATH names, the system's, or Playwright's own. */
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM_CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Undefined where there is none. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...SYSTEM_CHROMIUM, chromium.executablePath()].find(
    (found) => found !== undefined && existsSync(found),
  )
}
