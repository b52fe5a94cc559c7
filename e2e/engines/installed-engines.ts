/** Which engines this machine has, beside the Chromium of every other journey. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { WebKitPrograms } from './webkit-tab'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY = '/usr/bin/Xvfb'

/** The program, or the packages of Debian that are missing. */
export type Installed<T> = { readonly programs: T; readonly missing: null } | { readonly missing: string }

export function installedFirefox(): Installed<string> {
  const program = [process.env.FIREFOX_PATH ?? '', ...FIREFOX].find((each) => existsSync(each))
  return program === undefined ? { missing: 'firefox-esr' } : { programs: program, missing: null }
}

export function installedWebKit(): Installed<WebKitPrograms> {
  const browser = smallBrowser()
  const missing = [
    ...(existsSync(WEBKIT_DRIVER) && browser !== undefined ? [] : ['webkit2gtk-driver']),
    ...(existsSync(DISPLAY) ? [] : ['xvfb']),
  ]
  if (browser === undefined || missing.length > 0) return { missing: missing.join(' and ') }
  return { programs: { driver: WEBKIT_DRIVER, browser, display: DISPLAY }, missing: null }
}

/** MiniBrowser is part of the library, in a folder named after the machine's architecture. */
function smallBrowser(): string | undefined {
  const libraries = '/usr/lib'
  if (!existsSync(libraries)) return undefined
  return readdirSync(libraries)
    .flatMap((folder) =>
      ['4.1', '4.0'].map((version) => path.join(libraries, folder, `webkit2gtk-${version}`, 'MiniBrowser')),
    )
    .find((each) => existsSync(each))
}
