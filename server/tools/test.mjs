/**
 * `npm test`: everything that CI runs, fastest first, on a machine with Node 20 and nothing else.
 *
 * Promises: installs what it needs (npm packages; on Debian as root a Chromium), stops at the first stage that fails,
 * and closes with one line that counts the tests of all runners.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { packagesAreStale } from './staleness.mjs'

const root = path.resolve(import.meta.dirname, '../..')
process.chdir(root)
process.env.NEXT_TELEMETRY_DISABLED = '1'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const reports = path.join(root, '.data', 'test-reports')

if (packagesAreStale(root))
  stage('npm ci', 'npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

stage('generate', 'npm', ['run', '--silent', 'generate'])
stage('lint and format', 'npx', ['biome', 'check', '.'])
stage('types', 'npx', ['tsc', '--noEmit', '-p', '.'])
// Tests start real servers, and those serve the built pages.
stage('production build', process.execPath, ['server/tools/start.mjs', '--build-only'])
const unit = path.join(reports, 'vitest.json')
stage(
  'unit and property tests',
  'npx',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
  () => closing(unit, null),
)
installChromium()
const browser = path.join(reports, 'playwright.json')
stage('end-to-end tests', 'npx', ['playwright', 'test'], () => closing(unit, browser), {
  PLAYWRIGHT_JSON_OUTPUT_NAME: browser,
})
console.log(closing(unit, browser))

/** The end-to-end tests need a Chromium: CHROMIUM_PATH, one that is installed, or Debian's. */
function installChromium() {
  if (process.env.CHROMIUM_PATH || CHROMIUM.some((candidate) => existsSync(candidate))) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error('The end-to-end tests need a Chromium: install the package chromium, or set CHROMIUM_PATH.')
    process.exit(1)
  }
  stage('apt-get update', 'apt-get', ['update', '-q'])
  stage('apt-get install chromium', 'apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {(() => string) | undefined} [summary] what to print last when the stage fails
 * @param {Record<string, string>} [environment]
 */
function stage(name, command, args, summary, environment = {}) {
  const started = Date.now()
  console.log(`\n== ${name}`)
  const { status, signal } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  if (status !== 0) {
    console.error(`== ${name} failed (${signal ?? `exit ${status}`})`)
    if (summary) console.log(summary())
    process.exit(1)
  }
  console.log(`== ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** The closing line, from the runners' own reports. */
function closing(unitReport, browserReport) {
  let passed = 0
  let failed = 0
  if (existsSync(unitReport)) {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(unitReport, 'utf8'))
    passed += numPassedTests
    failed += numFailedTests
  }
  if (browserReport !== null && existsSync(browserReport)) {
    const { stats } = JSON.parse(readFileSync(browserReport, 'utf8'))
    // Flaky: passed at a later try, on a machine that was busy.
    passed += stats.expected + stats.flaky
    failed += stats.unexpected
  }
  return `tests: ${passed} passed, ${failed} failed`
}
