// `npm start`: brings a clone to a running server. Installs, generates and builds what is missing or out of date, then
// becomes the server itself, so that a signal sent to this process reaches it. Plain JavaScript without packages, since
// none may be installed yet. `--build-only` stops before the server.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundledFile, bundleIsStale, bundleServer } from './bundle-server.mjs'
import { buildPages, clientIsStale, packagesAreStale, pagesAreStale } from './staleness.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
process.chdir(root)
demandNode(JSON.parse(readFileSync('package.json', 'utf8')).engines.node)

if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV ??= 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'

if (packagesAreStale(root)) {
  // Development packages too, whatever NODE_ENV says: Prisma's generator and Tailwind are among them.
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund']
  await step('Installing packages', [...npm(), 'ci', ...flags])
}
if (clientIsStale(root)) await step('Generating the database client', [...script('prisma/build/index.js'), 'generate'])
if (pagesAreStale(root)) {
  await buildPages(root, () => step('Building the pages', [...script('next/dist/bin/next'), 'build']))
}
if (bundleIsStale(root)) await bundleServer(root)
if (!process.argv.includes('--build-only')) {
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(bundledFile(root, 'main')).href)
}

/** Ends with a plain word on a Node.js that is too old. @param {string} range such as `>=20.19` */
function demandNode(range) {
  const [major, minor] = /(\d+)\.(\d+)/.exec(range).slice(1).map(Number)
  const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number)
  if (runningMajor > major || (runningMajor === major && runningMinor >= minor)) return
  console.error(
    `This needs Node.js ${major}.${minor} or newer; this is ${process.versions.node}. See https://nodejs.org/`,
  )
  process.exit(1)
}

/** npm; the very one that started us if that is known, so that it need not be on the path. */
function npm() {
  const started = process.env.npm_execpath
  return started?.endsWith('npm-cli.js') ? [process.execPath, started] : ['npm']
}

/** A script of an installed package, run by this very Node.js. */
function script(name) {
  return [process.execPath, path.join(root, 'node_modules', name)]
}

/**
 * Runs a command and says so; what it prints is shown when it fails. A signal that would end us ends it first.
 * @param {string} title
 * @param {string[]} command
 */
async function step(title, [program, ...args]) {
  const began = performance.now()
  process.stdout.write(`${title} ... `)
  const environment = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const pass = (signal) => child.kill(signal)
  process.once('SIGTERM', pass).once('SIGINT', pass)
  const end = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ reason: String(error), status: 1 }))
    child.once('close', (code, signal) =>
      resolve(
        signal === null
          ? { reason: `exit ${code}`, status: code }
          : { reason: signal, status: 128 + constants.signals[signal] },
      ),
    )
  })
  process.removeListener('SIGTERM', pass).removeListener('SIGINT', pass)
  if (end.status === 0) {
    console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`)
    return
  }
  console.log('failed')
  process.stderr.write(Buffer.concat(output))
  console.error(`${title} failed (${end.reason}): ${[program, ...args].join(' ')}`)
  process.exit(end.status)
}
