import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { type EngineTab, KEY_PAUSE_MS, WINDOW } from './journey-page'
import type { WebKitPrograms } from './webkit-tab'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY = '/usr/bin/Xvfb'

/** The program, or the missing Debian packages. */
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

/** MiniBrowser is in a folder named after the machine's architecture. */
function smallBrowser(): string | undefined {
  const libraries = '/usr/lib'
  if (!existsSync(libraries)) return undefined
  return readdirSync(libraries)
    .flatMap((folder) =>
      ['4.1', '4.0'].map((version) => path.join(libraries, folder, `webkit2gtk-${version}`, 'MiniBrowser')),
    )
    .find((each) => existsSync(each))
}

/** A tab in a new context; `browser` stays open. */
export async function openChromium(browser: Browser): Promise<EngineTab> {
  const context = await browser.newContext({ viewport: WINDOW })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return {
    errors,
    open: async (address) => {
      await page.goto(address)
    },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text, { delay: KEY_PAUSE_MS }),
    press: (key, held) => page.keyboard.press(held?.control ? `Control+${key}` : key),
    screenshot: async (file) => {
      await page.screenshot({ path: file })
    },
    close: () => context.close(),
  }
}

/** Uses WebDriver BiDi. @param program its path; the Debian package is `firefox-esr` */
export async function openFirefox(program: string): Promise<EngineTab> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath: program,
    headless: true,
    defaultViewport: WINDOW,
  })
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return {
    errors,
    open: async (address) => {
      await page.goto(address)
    },
    evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text, { delay: KEY_PAUSE_MS }),
    press: async (key, held) => {
      if (held?.control) await page.keyboard.down('Control')
      await page.keyboard.press(key as KeyInput)
      if (held?.control) await page.keyboard.up('Control')
    },
    screenshot: async (file) => {
      await page.screenshot({ path: file as `${string}.png` })
    },
    close: () => browser.close(),
  }
}
