/**
 * One keystroke in a ruleset of 1,200 lines, from the change of the text to its diagnostics in the page's own state,
 * against the language core alone on the same text, in the same real browser.
 *
 * Promises: the product's client and worker, messages and frames included; every keystroke is a text of its own; the two
 * alternate; medians are printed. Drawing the marks is the editor's and not in it.
 */
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'esbuild'
import { median } from './interleave'
import { touchstoneSource } from './subject'

const LINES = 1_200
const ROUNDS = 120
const WARM = 30
const SYSTEM_CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const root = path.resolve(import.meta.dirname, '../../..')
const SCRIPTS: Readonly<Record<string, string>> = {
  '/page.js': 'components/editor/bench/page-keystroke.page.ts',
  '/language.worker.js': 'components/editor/language.worker.ts',
  '/core.worker.js': 'components/editor/bench/core.worker.ts',
}

interface Times {
  /** In milliseconds, round by round. */
  readonly page: readonly number[]
  readonly core: readonly number[]
}

/** Prints the figures; where no Chromium is installed it says that they are left out. */
export async function benchPageKeystroke(): Promise<void> {
  const executablePath = [process.env.CHROMIUM_PATH, ...SYSTEM_CHROMIUM, chromium.executablePath()].find(
    (found) => found !== undefined && existsSync(found),
  )
  if (executablePath === undefined) {
    console.log('\nKeystroke on the page: left out, since there is no Chromium here (CHROMIUM_PATH names one).')
    return
  }
  const ruleset = touchstoneSource(53).split('\n').slice(0, LINES).join('\n')
  const { page, core } = await measure(executablePath, ruleset)
  const [onPage, alone] = [median(page.slice(WARM)), median(core.slice(WARM))]
  console.log(`\nKeystroke to diagnostics on the page: ${LINES} lines, ${Buffer.byteLength(ruleset)} bytes`)
  console.log(
    `  on the page             ${onPage.toFixed(2)} ms (worst ${Math.max(...page.slice(WARM)).toFixed(2)} ms)`,
  )
  console.log(`  the language core alone ${alone.toFixed(2)} ms`)
  console.log(`  ratio                   ${(onPage / alone).toFixed(2)}`)
}

async function measure(executablePath: string, ruleset: string): Promise<Times> {
  const scripts = new Map<string, string>()
  for (const [url, entry] of Object.entries(SCRIPTS)) scripts.set(url, await bundled(entry))
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts.get(url)
    response.writeHead(200, { 'content-type': script === undefined ? 'text/html' : 'text/javascript' })
    response.end(script ?? '<!doctype html><title>bench</title><script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bench page has no port')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${address.port}/`)
    const task = { ruleset, digit: ruleset.indexOf('5000', ruleset.length / 2), rounds: ROUNDS }
    return await page.evaluate((given) => (window as unknown as Bench).measure(given), task)
  } finally {
    await browser.close()
    server.close()
  }
}

interface Bench {
  measure(task: { ruleset: string; digit: number; rounds: number }): Promise<Times>
}

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    tsconfig: path.join(root, 'tsconfig.json'),
  })
  return outputFiles[0]?.text ?? ''
}
