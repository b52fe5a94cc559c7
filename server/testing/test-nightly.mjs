/**
 * `npm run test:nightly`: the long series, at most 60 minutes on two cores. They run before a release and before a piece
 * of work is closed; `npm test` runs a short form of each.
 *
 * Promises: runs every series, even after one that failed, and closes with a line for each and one that counts the
 * unit tests with the tag `nightly`. Ends with 1 if any series failed.
 */
import path from 'node:path'
import { installChromium, prepareTests, tryStage, vitestCounts } from './stages.mjs'

const reports = prepareTests(path.resolve(import.meta.dirname, '../..'))
const report = path.join(reports, 'vitest-nightly.json')
const vitest = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const script = (/** @type {string} */ file, /** @type {string[]} */ ...args) => ['--import', 'tsx', file, ...args]

/** @type {[name: string, command: string, args: string[], environment?: Record<string, string>][]} */
const SERIES = [
  ['production build', process.execPath, ['server/cli/start.mjs', '--build-only']],
  ['unit tests with the tag nightly', 'npx', vitest, { TEST_SERIES: 'nightly' }],
  ['the store on every database', 'npx', ['vitest', 'run', '--project', 'store'], { TEST_DATABASES: 'all' }],
  [
    'journeys with the tag @nightly, on a server of two processes',
    'npx',
    ['playwright', 'test'],
    { TEST_SERIES: 'nightly', SERVER_PROCESSES: '2' },
  ],
  [
    'evaluator and solver on 20,000 random conditions',
    'npx',
    ['vitest', 'run', 'server/engine/agreement.test.ts'],
    { FORMULAS: '20000' },
  ],
  ['20,000 random requests', process.execPath, script('server/testing/fuzz/run.ts', '--requests', '20000')],
  [
    '10 kills during 1,000 frames',
    process.execPath,
    script('server/testing/crash/run.ts', 'frames', '--frames', '1000', '--kills', '10'),
  ],
]

installChromium()
const results = SERIES.map(([name, command, args, environment]) => {
  const started = Date.now()
  const passed = tryStage(name, command, args, environment)
  return { name, passed, seconds: (Date.now() - started) / 1000 }
})
console.log('')
for (const { name, passed, seconds } of results)
  console.log(`${passed ? 'passed' : 'FAILED'}  ${seconds.toFixed(0).padStart(5)} s  ${name}`)
const { passed, failed } = vitestCounts(report)
console.log(`nightly tests: ${passed} passed, ${failed} failed`)
process.exitCode = results.every((result) => result.passed) ? 0 : 1
