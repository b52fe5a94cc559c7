/**
 * Measures one keystroke in a ruleset of 1,200 lines up to its markers, against one parse by acorn of JavaScript of the
 * same size, in the same browser worker. Every keystroke gives a new text. Both alternate. Questions about the meaning
 * follow every second text.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parse } from 'acorn'
import { median } from '../interleave'
import { touchstoneSource } from '../subject'
import { chromiumPath, onBenchPage } from './bench-page'

const LINES = 1_200
const LINES_PER_GROUP = 23
const ROUNDS = 150
const WARM = 30

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
  const { keystrokes, withQuestions, turns, parses } = await measure(executablePath, ruleset, script)
  const taken = keystrokes.slice(WARM)
  const after = median(withQuestions.slice(WARM))
  const [keystroke, parsed] = [median(taken), median(parses.slice(WARM))]
  console.log(`\nKeystroke to markers: ${LINES} lines, ${bytes} bytes; JavaScript: ${script.length} bytes`)
  console.log(`  the session's markers   ${keystroke.toFixed(2)} ms (worst ${Math.max(...taken).toFixed(2)} ms)`)
  console.log(`  after questions         ${after.toFixed(2)} ms, ${(after / keystroke).toFixed(2)} of that without`)
  console.log(`  a turn of questions     ${median(turns.slice(WARM)).toFixed(2)} ms, the longest of each text`)
  console.log(`  one parse by acorn      ${parsed.toFixed(2)} ms`)
  console.log(`  ratio                   ${(keystroke / parsed).toFixed(2)}`)
}

/** Returns statements of acorn's own source. */
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
  /** Milliseconds by round. */
  readonly keystrokes: readonly number[]
  /** After a text with questions about its meaning. */
  readonly withQuestions: readonly number[]
  /** Longest turn of questions by text, which a keystroke may have to wait for. */
  readonly turns: readonly number[]
  readonly parses: readonly number[]
}

function measure(executablePath: string, ruleset: string, script: string): Promise<Times> {
  const site = {
    scripts: { '/worker.js': 'components/editor/bench/keystroke.worker.ts' },
    html: '<!doctype html><title>bench</title>',
  }
  const task = { ruleset, digit: ruleset.indexOf('5000', ruleset.length / 2), script, rounds: ROUNDS }
  return onBenchPage(executablePath, site, (page) =>
    page.evaluate(
      (given) =>
        new Promise<Times>((resolve, reject) => {
          const bench = new Worker('/worker.js')
          bench.onmessage = ({ data }) => resolve(data)
          bench.onerror = ({ message }) => reject(new Error(message))
          bench.postMessage(given)
        }),
      task,
    ),
  )
}
