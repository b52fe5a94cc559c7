/**
 * One keystroke in a ruleset of 1,200 lines, to its markers, against one parse by acorn of a JavaScript file of as many
 * bytes, in the same worker of a real browser.
 *
 * Promises: every keystroke is a text of its own, so nothing is remembered; the two alternate; medians are printed.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { parse } from 'acorn'
import { build } from 'esbuild'
import { chromiumPath } from './chromium-path'
import { touchstoneSource } from './subject'

const LINES = 1_200
const LINES_PER_GROUP = 23
const ROUNDS = 150
const WARM = 30
const root = path.resolve(import.meta.dirname, '../../..')

/** Prints the figures; where no Chromium is installed it says that they are left out. */
export async function benchKeystroke(): Promise<void> {
  const executablePath = chromiumPath()
  if (executablePath === undefined) {
    console.log('\nKeystroke to markers: left out, since there is no Chromium here (CHROMIUM_PATH names one).')
    return
  }
  const ruleset = touchstoneSource(Math.ceil(LINES / LINES_PER_GROUP))
    .split('\n')
    .slice(0, LINES)
    .join('\n')
  const bytes = Buffer.byteLength(ruleset)
  const script = scriptOf(bytes)
  const { keystrokes, parses } = await measure(executablePath, ruleset, script)
  const taken = keystrokes.slice(WARM)
  const [keystroke, parsed] = [median(taken), median(parses.slice(WARM))]
  console.log(`\nKeystroke to markers: ${LINES} lines, ${bytes} bytes; JavaScript: ${script.length} bytes`)
  console.log(`  the session's markers   ${keystroke.toFixed(2)} ms (worst ${Math.max(...taken).toFixed(2)} ms)`)
  console.log(`  one parse by acorn      ${parsed.toFixed(2)} ms`)
  console.log(`  ratio                   ${(keystroke / parsed).toFixed(2)}`)
}

/** Statements of acorn's own source, whole, as many bytes as asked for. */
function scriptOf(bytes: number): string {
  const folder = path.dirname(createRequire(import.meta.url).resolve('acorn'))
  const source = readFileSync(path.join(folder, 'acorn.mjs'), 'utf8')
  const statements = parse(source, { ecmaVersion: 'latest', sourceType: 'module' }).body.filter(
    ({ type, start, end }) => !type.startsWith('Export') && end - start < bytes / 20,
  )
  let taken = ''
  for (const { start, end } of [...statements, ...statements, ...statements])
    if (taken.length + end - start < bytes) taken += `{${source.slice(start, end)}}\n`
  return taken.padEnd(bytes, ';')
}

interface Times {
  /** In milliseconds, round by round. */
  readonly keystrokes: readonly number[]
  readonly parses: readonly number[]
}

async function measure(executablePath: string, ruleset: string, script: string): Promise<Times> {
  const bundle = await build({
    entryPoints: [path.join(root, 'components/editor/bench/keystroke.worker.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    tsconfig: path.join(root, 'tsconfig.json'),
  })
  const worker = bundle.outputFiles[0]?.text ?? ''
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js'
    response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
    response.end(isWorker ? worker : '<!doctype html><title>bench</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bench page has no port')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${address.port}/`)
    const task = { ruleset, digit: ruleset.indexOf('5000', ruleset.length / 2), script, rounds: ROUNDS }
    return await page.evaluate(
      (given) =>
        new Promise<Times>((resolve, reject) => {
          const bench = new Worker('/worker.js')
          bench.onmessage = ({ data }) => resolve(data)
          bench.onerror = ({ message }) => reject(new Error(message))
          bench.postMessage(given)
        }),
      task,
    )
  } finally {
    await browser.close()
    server.close()
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
