/**
 * Measures one keystroke in a ruleset of 1,200 lines, from the change of the text to diagnostics in the page's state,
 * against only the language core on the same text in the same browser. It does not include the drawing of marks. Every
 * keystroke gives a new text; both alternate.
 */

import { median } from '../interleave'
import { touchstoneSource } from '../subject'
import { chromiumPath, onBenchPage } from './bench-page'

const LINES = 1_200
const ROUNDS = 120
const WARM = 30
const SITE = {
  scripts: {
    '/page.js': 'components/editor/bench/page-keystroke.page.ts',
    '/language.worker.js': 'components/editor/language.worker.ts',
    '/core.worker.js': 'components/editor/bench/core.worker.ts',
  },
  html: '<!doctype html><title>bench</title><script src="/page.js"></script>',
}

interface Times {
  /** Milliseconds by round. */
  readonly page: readonly number[]
  readonly core: readonly number[]
}

export async function benchPageKeystroke(): Promise<void> {
  const executablePath = chromiumPath()
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

function measure(executablePath: string, ruleset: string): Promise<Times> {
  const task = { ruleset, digit: ruleset.indexOf('5000', ruleset.length / 2), rounds: ROUNDS }
  return onBenchPage(executablePath, SITE, (page) =>
    page.evaluate((given) => (window as unknown as Bench).measure(given), task),
  )
}

interface Bench {
  measure(task: { ruleset: string; digit: number; rounds: number }): Promise<Times>
}
