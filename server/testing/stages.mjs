/**
 * The stages of a test run, each a child process, with what the runners report at the end. Plain JavaScript
 * without packages, since none may be installed yet.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { packagesAreStale } from '../cli/staleness.mjs'
import { installedChromium } from './installed-chromium.mjs'

/**
 * Makes the clone ready: its packages, its generated files and an empty folder for reports.
 * @param {string} root
 * @returns {string} the folder
 */
export function prepareTests(root) {
  process.chdir(root)
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const reports = path.join(root, '.data', 'test-reports')
  if (packagesAreStale(root))
    runStage('npm ci', 'npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  runStage('generate', 'npm', ['run', '--silent', 'generate'])
  return reports
}

/**
 * Ends this process with 1 if the stage fails.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {(() => string) | undefined} [summary] what to print last when the stage fails
 * @param {Record<string, string>} [environment]
 */
export function runStage(name, command, args, summary, environment = {}) {
  if (tryStage(name, command, args, environment)) return
  if (summary) console.log(summary())
  process.exit(1)
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 * @returns {boolean} whether the stage passed
 */
export function tryStage(name, command, args, environment = {}) {
  const started = Date.now()
  console.log(`\n== ${name}`)
  const { status, signal } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  if (status === 0) console.log(`== ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
  else console.error(`== ${name} failed (${signal ?? `exit ${status}`})`)
  return status === 0
}

/**
 * Runs rows of stages at the same time, the stages of a row one after the other. The output of a stage is printed when it
 * ends, so that outputs do not mix.
 * @param {[name: string, command: string, args: string[]][][]} rows
 * @returns {Promise<boolean>} whether all passed
 */
export async function tryTogether(...rows) {
  const passed = await Promise.all(
    rows.map(async (stages) => {
      let clean = true
      for (const stage of stages) clean = (await printedAtEnd(...stage)) && clean
      return clean
    }),
  )
  return !passed.includes(false)
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<boolean>} whether the stage passed
 */
function printedAtEnd(name, command, args) {
  const started = Date.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
    child.on('error', reject)
    child.on('close', (code) => {
      console.log(`\n== ${name}`)
      process.stdout.write(Buffer.concat(output))
      console.log(`== ${name}${code === 0 ? '' : ' failed'}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
      resolve(code === 0)
    })
  })
}

/** The end-to-end tests need a Chromium: CHROMIUM_PATH, one that is installed, or Debian's. */
export function installChromium() {
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

/**
 * The tests that a report of vitest counts.
 * @param {string} report
 * @param {string[]} except files to leave out
 */
export function vitestCounts(report, except = []) {
  const statuses = testFiles(report)
    .filter(({ name }) => !except.includes(name))
    .flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const count = (/** @type {string} */ status) => statuses.filter((other) => other === status).length
  return { passed: count('passed'), failed: count('failed') }
}

/**
 * The files in which a test failed, by a report of vitest.
 * @param {string} report
 */
export function failedFiles(report) {
  return testFiles(report).flatMap(({ name, status }) => (status === 'failed' ? [name] : []))
}

/**
 * @param {string} report
 * @returns {{ name: string, status: string, assertionResults: { status: string }[] }[]}
 */
function testFiles(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
}

/**
 * The tests that a report of Playwright counts.
 * @param {string} report
 */
export function playwrightCounts(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0 }
  const { stats } = JSON.parse(readFileSync(report, 'utf8'))
  // Flaky: passed at a later try, on a machine that was busy.
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}
