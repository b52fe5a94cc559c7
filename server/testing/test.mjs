/**
 * `npm test`: everything that CI runs, fastest first, on a machine with Node 20 and nothing else.
 *
 * Promises: installs what it needs (npm packages; on Debian as root a Chromium), stops at the first stage that fails,
 * and closes with one line that counts the tests of all runners.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { installedChromium } from './installed-chromium.mjs'
import { playwrightCounts, prepareTests, runStage, tryStage, vitestCounts } from './stages.mjs'

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

/** The end-to-end tests need a Chromium: CHROMIUM_PATH, one that is installed, or Debian's. */
function installChromium() {
  if (installedChromium() !== undefined) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error('The end-to-end tests need a Chromium: install the package chromium, or set CHROMIUM_PATH.')
    process.exit(1)
  }
  runStage('apt-get update', 'apt-get', ['update', '-q'])
  const install = ['install', '-y', '-q', '--no-install-recommends']
  // Older releases of Debian have the whole browser alone.
  if (tryStage('apt-get install chromium-headless-shell', 'apt-get', [...install, 'chromium-headless-shell'])) return
  runStage('apt-get install chromium', 'apt-get', [...install, 'chromium'])
}

/** The closing line, from the runners' own reports. */
function closing() {
  const counts = [vitestCounts(unit), playwrightCounts(browser)]
  const sum = (/** @type {'passed' | 'failed'} */ member) => counts.reduce((total, count) => total + count[member], 0)
  return `tests: ${sum('passed')} passed, ${sum('failed')} failed`
}
