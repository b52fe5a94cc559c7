/**
 * `npm test`: everything that CI runs, fastest first, on a machine with Node 20 and nothing else.
 *
 * Promises: installs what it needs (npm packages; on Debian as root a Chromium), stops at the first stage that fails,
 * and closes with one line that counts the tests of all runners. On a CI machine a few test files that failed run once
 * more, alone. The files that pass only then are named before the closing line, because each is a defect of its test.
 *
 * `npm run test:quick` (`--quick`): lint and types beside the unit tests that need no server, database or thread.
 */
import path from 'node:path'
import {
  failedFiles,
  installChromium,
  playwrightCounts,
  prepareTests,
  runStage,
  tryStage,
  tryTogether,
  vitestCounts,
} from './stages.mjs'

/** More files than this do not fail by chance. */
const MAX_FILES_AGAIN = 3

const FAST = '!nightly && !repeated && !thorough'
/** @type {[name: string, command: string, args: string[]]} */
const LINT = ['lint and format', 'npx', ['biome', 'check', '.']]
/** @type {[name: string, command: string, args: string[]]} */
const TYPES = ['types', 'npx', ['tsc', '--noEmit', '-p', '.']]

if (process.argv.includes('--quick')) {
  process.chdir(path.resolve(import.meta.dirname, '../..'))
  const tests = ['vitest', 'run', '--project', 'pure', '--tags-filter', FAST]
  process.exit((await tryTogether([['unit tests', 'npx', tests]], [LINT, TYPES])) ? 0 : 1)
}

const reports = prepareTests(path.resolve(import.meta.dirname, '../..'))
const unit = path.join(reports, 'vitest.json')
const unitAgain = path.join(reports, 'vitest-again.json')
const browser = path.join(reports, 'playwright.json')
/** @type {string[]} */
let filesAgain = []

if (!(await tryTogether([LINT], [TYPES]))) process.exit(1)
// Tests start real servers, and those serve the built pages. Not beside the types, because a build writes some of them.
runStage('production build', process.execPath, ['server/cli/start.mjs', '--build-only'])
runUnitTests()
installChromium()
runStage('end-to-end tests', 'npx', ['playwright', 'test'], closing, { PLAYWRIGHT_JSON_OUTPUT_NAME: browser })
for (const file of filesAgain) console.log(`passed only at the second try: ${path.relative('.', file)}`)
console.log(closing())

function runUnitTests() {
  const vitest = (/** @type {string} */ report, /** @type {string[]} */ ...args) => [
    ...['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...args,
  ]
  if (tryStage('unit and property tests', 'npx', vitest(unit))) return
  const failed = failedFiles(unit)
  if (!process.env.CI || failed.length === 0 || failed.length > MAX_FILES_AGAIN) {
    console.log(closing())
    process.exit(1)
  }
  filesAgain = failed
  runStage('second try of failed files', 'npx', vitest(unitAgain, '--maxWorkers=1', ...filesAgain), closing)
}

/** The closing line, from the runners' own reports. */
function closing() {
  const counts = [vitestCounts(unit, filesAgain), vitestCounts(unitAgain), playwrightCounts(browser)]
  const sum = (/** @type {'passed' | 'failed'} */ member) => counts.reduce((total, count) => total + count[member], 0)
  return `tests: ${sum('passed')} passed, ${sum('failed')} failed`
}
