/**
 * `npm run test:quick`: lint and types beside the unit tests that need no server, database or thread.
 *
 * Each stage prints its output when it ends, so that outputs do not mix. The exit code is 1 if any stage fails.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'

process.chdir(path.resolve(import.meta.dirname, '../..'))
const FAST = '!nightly && !repeated && !thorough'

const passed = await Promise.all([
  stage('unit tests', 'vitest', ['run', '--project', 'pure', '--tags-filter', FAST]),
  stage('lint and format', 'biome', ['check', '.']).then(async (clean) => {
    const typed = await stage('types', 'tsc', ['--noEmit', '-p', '.'])
    return clean && typed
  }),
])
if (passed.includes(false)) process.exitCode = 1

/**
 * @param {string} name
 * @param {string} tool
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it passed
 */
function stage(name, tool, args) {
  const started = Date.now()
  return new Promise((resolve, reject) => {
    const child = spawn('npx', [tool, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      console.log(`== ${name}${code === 0 ? '' : ' failed'}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
      resolve(code === 0)
    })
  })
}
