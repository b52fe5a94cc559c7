/**
 * `npm test`: everything that CI runs, fastest first, on a machine with Node 20 and nothing else.
 *
 * Promises: installs what it needs (npm packages; on Debian as root a Chromium), stops at the first stage that fails,
 * and closes with one line that counts the tests of all runners.
 */
import path from 'node:path'
import { installChromium, playwrightCounts, prepareTests, runStage, vitestCounts } from './stages.mjs'

const reports = prepareTests(path.resolve(import.meta.dirname, '../..'))
const unit = path.join(reports, 'vitest.json')
const browser = path.join(reports, 'playwright.json')

runStage('lint and format', 'npx', ['biome', 'check', '.'])
runStage('types', 'npx', ['tsc', '--noEmit', '-p', '.'])
// Tests start real servers, and those serve the built pages.
runStage('production build', process.execPath, ['server/cli/start.mjs', '--build-only'])
runStage(
  'unit and property tests',
  'npx',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
  closing,
)
installChromium()
runStage('end-to-end tests', 'npx', ['playwright', 'test'], closing, { PLAYWRIGHT_JSON_OUTPUT_NAME: browser })
console.log(closing())

/** The closing line, from the runners' own reports. */
function closing() {
  const counts = [vitestCounts(unit), playwrightCounts(browser)]
  const sum = (/** @type {'passed' | 'failed'} */ member) => counts.reduce((total, count) => total + count[member], 0)
  return `tests: ${sum('passed')} passed, ${sum('failed')} failed`
}
