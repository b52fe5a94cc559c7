/**
 * The bundle that processes run: one JavaScript file for the server, for a worker thread and for each command of the
 * operator, in `.build/server`. A process that loads 700 sources one by one starts a second later.
 *
 * Promises: packages stay outside, so the bundle runs where `node_modules` is; `import.meta.url` of a source means that
 * source still, except if it names a file that is bundled too. Functions may have other names than in their sources,
 * and no code reads names: to set the name of every function that a call makes takes a sixth of the time of a comparison.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashOf, readText } from './staleness.mjs'

const FOLDER = path.join('.build', 'server')
const COMMANDS = [
  ...['admin-link', 'credential', 'data', 'keys', 'person', 'service-account', 'touchstone', 'upgrade-check', 'verify'],
]
/** @type {Readonly<Record<string, string>>} name of a bundled file: its source */
const ENTRIES = {
  main: 'server/bootstrap/main.ts',
  'worker-entry': 'server/engine/workers/worker-main.ts',
  jobs: 'server/services/engine-pool/jobs.ts',
  'document-reader': 'server/services/documents/readers/reader-main.ts',
  ...Object.fromEntries(COMMANDS.map((name) => [name, `server/cli/${name}.ts`])),
}
const SOURCES = ['server', 'generated/prisma', 'package-lock.json']
/** No process runs these. */
const NOT_IN_BUNDLE = /\.test\.ts$|\/testing\/|^server\/testing\/|\.md$/

/**
 * Returns the path of a bundled file.
 * @param {string} root the checkout
 * @param {string} name of an entry, such as `main` or `verify`
 */
export function bundledFile(root, name) {
  return path.join(root, FOLDER, `${name}.js`)
}

/**
 * Whether the sources are there; an image has the bundle alone.
 * @param {string} root
 */
export function hasSources(root) {
  return existsSync(path.join(root, ENTRIES.main))
}

/**
 * Whether the bundle was made of other sources than those that are there.
 * @param {string} root
 */
export function bundleIsStale(root) {
  return hasSources(root) && readText(stampFile(root)) !== hashOf(root, SOURCES, NOT_IN_BUNDLE)
}

/**
 * Makes the bundle. A server that runs an older one goes on: it has loaded its files at its start.
 * @param {string} root
 */
export async function bundleServer(root) {
  const { build } = await import('esbuild')
  const stamp = hashOf(root, SOURCES, NOT_IN_BUNDLE)
  rmSync(path.join(root, FOLDER), { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [ownAddresses(root)],
  })
  writeFileSync(stampFile(root), stamp)
}

/** @param {string} root */
const stampFile = (root) => path.join(root, FOLDER, 'sources.sha256')

/**
 * Replaces what a source knows about its own address, because all files of the bundle are in one folder.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
function ownAddresses(root) {
  return {
    name: 'own-addresses',
    setup({ onLoad }) {
      onLoad({ filter: /[/\\](server|generated)[/\\].*\.ts$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8')
        if (!text.includes('import.meta.')) return null
        const address = slashed(path.relative(path.join(root, FOLDER), file))
        const source = JSON.stringify(address)
        const folder = JSON.stringify(path.posix.dirname(address))
        const contents = entriesNamed(root, file, text, (name) => `new URL('./${name}.js', BUNDLE_ADDRESS)`)
          .replaceAll('import.meta.url', `new URL(${source}, BUNDLE_ADDRESS).href`)
          .replaceAll('import.meta.dirname', `pathOfAddress(new URL(${folder}, BUNDLE_ADDRESS))`)
          .replaceAll('BUNDLE_ADDRESS', 'import.meta.url')
        return { contents: `import { fileURLToPath as pathOfAddress } from 'node:url'\n${contents}`, loader: 'ts' }
      })
    },
  }
}

/**
 * For tests that start the engine in their own process: its threads run the bundle, which they load ten times as fast.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function bundledThreads(root) {
  return {
    name: 'bundled-threads',
    enforce: 'pre',
    transform(text, id) {
      const file = id.replace(/\?.*/, '')
      if (!file.endsWith('/server/services/engine-pool/start-engine.ts')) return null
      return entriesNamed(root, file, text, (name) => `new URL('${pathToFileURL(bundledFile(root, name)).href}')`)
    },
  }
}

/** Sources that stand for another one in the bundle. */
const STAND_INS = {
  'server/engine/workers/worker-entry.mjs': 'worker-entry',
  'server/services/documents/readers/reader-entry.mjs': 'document-reader',
}

/**
 * A source with the addresses of bundled files replaced.
 * @param {string} root
 * @param {string} file
 * @param {string} text
 * @param {(name: string) => string} expression for the URL of an entry
 */
function entriesNamed(root, file, text, expression) {
  const names = new Map([
    ...Object.entries(ENTRIES).map(([name, source]) => [source, name]),
    ...Object.entries(STAND_INS),
  ])
  return text.replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (whole, relative) => {
    const name = names.get(slashed(path.relative(root, path.resolve(path.dirname(file), relative))))
    return name === undefined ? whole : expression(name)
  })
}

/** @param {string} file */
const slashed = (file) => file.split(path.sep).join('/')
