/** Firefox, driven over WebDriver BiDi. Debian's package is `firefox-esr`. */
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { type EngineTab, KEY_PAUSE, WINDOW } from './engine-tab'

/** @param program of Firefox */
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
    type: (text) => page.keyboard.type(text, { delay: KEY_PAUSE }),
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
