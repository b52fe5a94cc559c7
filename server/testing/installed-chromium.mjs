/**
 * The Chromium of the journeys. Plain JavaScript without packages, since none may be installed yet.
 *
 * The headless shell comes first: the same engine without the windows, profiles and services of the whole browser, which
 * nothing here looks at. A page that is opened takes it less than half of the processor time.
 */
import { existsSync } from 'node:fs'

export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
export const WHOLE_CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The one that CHROMIUM_PATH names, or one of the system.
 * @returns {string | undefined} path of the program; undefined where none is installed
 */
export function installedChromium() {
  return process.env.CHROMIUM_PATH ?? [HEADLESS_SHELL, ...WHOLE_CHROMIUM].find((program) => existsSync(program))
}
