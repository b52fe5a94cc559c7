/**
 * WebKitGTK over WebDriver. The Debian package `webkit2gtk-driver` has the driver and a small browser; `xvfb` is a
 * display without a screen.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { Builder, Key, Origin } from 'selenium-webdriver'
import { type EngineTab, KEY_PAUSE_MS, type NamedKey, WINDOW } from './journey-page'
import { startProgram } from './start-program'

export interface WebKitPrograms {
  readonly driver: string
  readonly browser: string
  readonly display: string
}

const KEYS: Readonly<Record<NamedKey, string>> = {
  Enter: Key.ENTER,
  Tab: Key.TAB,
  Delete: Key.DELETE,
  Escape: Key.ESCAPE,
}

/** There is no graphics card and no desktop bus. */
const WITHOUT_DESKTOP = {
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  GTK_A11Y: 'none',
  NO_AT_BRIDGE: '1',
}

/**
 * Repaints an invisible pixel for some seconds, because the driver takes a screenshot with the next frame and waits
 * forever without one.
 */
const REPAINT = `
  const pixel = document.createElement('div')
  pixel.style.cssText = 'position:fixed;left:0;top:0;width:1px;height:1px'
  ;([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(pixel)
  let frames = 0
  const timer = setInterval(() => {
    pixel.style.backgroundColor = frames++ % 2 === 0 ? 'rgb(0 0 0 / 0.01)' : 'rgb(0 0 0 / 0.02)'
    if (frames < 200) return
    clearInterval(timer)
    pixel.remove()
  }, 20)`

export async function openWebKit(programs: WebKitPrograms): Promise<EngineTab> {
  const port = await freePort()
  const screen = await startProgram(
    programs.display,
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { ready: /^(\d+)\s/ },
  )
  const driverProgram = await startProgram(programs.driver, [`--port=${port}`], {
    environment: { ...WITHOUT_DESKTOP, DISPLAY: `:${screen.matched}` },
    answersAt: `http://127.0.0.1:${port}/status`,
  })
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
    })
    .build()
  // The window frame takes some space, so the window grows until the page has the usual size.
  const outer = { ...WINDOW, x: 0, y: 0 }
  await driver.manage().window().setRect(outer)
  const [width, height] = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]')
  const frame = { width: WINDOW.width - width, height: WINDOW.height - height }
  await driver
    .manage()
    .window()
    .setRect({ ...outer, width: WINDOW.width + frame.width, height: WINDOW.height + frame.height })
  return {
    errors: [],
    open: (address) => driver.get(address),
    evaluate: (expression) => driver.executeScript(`return (${expression})`),
    clickAt: ({ x, y }) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
        .click()
        .perform(),
    type: async (text) => {
      const actions = driver.actions()
      for (const key of text) actions.sendKeys(key === '\n' ? Key.ENTER : key).pause(KEY_PAUSE_MS)
      await actions.perform()
    },
    press: async (key, held) => {
      const value = KEYS[key as NamedKey] ?? key
      const actions = driver.actions()
      if (held?.control) await actions.keyDown(Key.CONTROL).sendKeys(value).keyUp(Key.CONTROL).perform()
      else await actions.sendKeys(value).perform()
    },
    screenshot: async (file) => {
      await driver.executeScript(REPAINT)
      await writeFile(file, Buffer.from(await driver.takeScreenshot(), 'base64'))
    },
    close: async () => {
      try {
        await driver.quit()
      } finally {
        await driverProgram.stop()
        await screen.stop()
      }
    },
  }
}

/** The driver cannot report a port that it chose. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
