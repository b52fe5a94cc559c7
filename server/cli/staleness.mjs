// What has to be done before the server can run: plain JavaScript without packages, since none may be installed yet.
// Everything is judged by content and nothing by time stamps, which a clone, a copy or a checkout changes.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Whether `node_modules` lacks a package of the lock file, or holds one in another version. Packages for other
 * platforms are optional and may be missing.
 * @param {string} root
 * @param {{ development?: boolean }} [options] `development: false` where packages for development may be missing: in an
 *   image that only runs
 */
export function packagesAreStale(root, { development = true } = {}) {
  const installed = readJson(path.join(root, 'node_modules', '.package-lock.json'))
  if (installed === null) return true
  const locked = Object.entries(readJson(path.join(root, 'package-lock.json')).packages)
  return locked.some(([name, { version, optional, link, dev, devOptional }]) => {
    if (name === '' || link) return false
    const found = installed.packages[name]
    const dispensable = optional || (!development && (dev || devOptional))
    return found ? found.version !== version : !dispensable
  })
}

/**
 * Whether the Prisma client was generated from another schema, or by another version of Prisma. It carries both.
 * @param {string} root
 */
export function clientIsStale(root) {
  const client = readText(path.join(root, 'generated', 'prisma', 'internal', 'class.ts'))
  if (client === null) return true
  const schema = readText(path.join(root, 'prisma', 'schema.prisma'))
  const { version } = readJson(path.join(root, 'node_modules', 'prisma', 'package.json'))
  return !client.includes(JSON.stringify(schema)) || !client.includes(`"clientVersion": ${JSON.stringify(version)}`)
}

/** Returns the folder of the built pages. */
export function buildDirectory(root) {
  return path.resolve(root, process.env.NEXT_DIST_DIR || '.next')
}

const PAGE_SOURCES = ['app', 'components', 'server', 'public', 'prisma/schema.prisma', 'package-lock.json']
const PAGE_CONFIGURATION = ['next.config.js', 'postcss.config.mjs', 'tsconfig.json']
/** No page is made of these. */
const NOT_IN_PAGES = /\.test\.tsx?$|\/testing\/|^server\/cli\/|^server\/bootstrap\/main\.ts$|\.md$/

/**
 * Whether the pages were built from other sources than those that are there.
 * @param {string} root
 */
export function pagesAreStale(root) {
  const stamp = readText(stampFile(root))
  return stamp === null || stamp !== pagesStamp(root, hashOf(root, PAGE_SOURCES, NOT_IN_PAGES))
}

/**
 * Runs `build` and notes what it was run on; a build that fails or is interrupted leaves no note.
 * @param {string} root
 * @param {() => Promise<void>} build
 */
export async function buildPages(root, build) {
  rmSync(stampFile(root), { force: true })
  // Sources are read before the build, so that an edit made meanwhile counts as new.
  const sources = hashOf(root, PAGE_SOURCES, NOT_IN_PAGES)
  await build()
  writeFileSync(stampFile(root), pagesStamp(root, sources))
}

const stampFile = (root) => path.join(buildDirectory(root), 'sources.sha256')

/** The configuration is read after the build, which completes tsconfig.json. */
const pagesStamp = (root, sources) => `${sources}\n${hashOf(root, PAGE_CONFIGURATION, NOT_IN_PAGES)}\n`

/**
 * A hash of the names and the content of files.
 * @param {string} root
 * @param {readonly string[]} names files and folders, from the root
 * @param {RegExp} without what does not count, by its path from the root
 */
export function hashOf(root, names, without) {
  const hash = createHash('sha256')
  for (const file of names.flatMap((name) => filesBelow(root, name, without)).sort()) {
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(path.join(root, file)))
        .digest(),
    )
  }
  return hash.digest('hex')
}

/** @returns {string[]} paths from the root, with slashes */
function filesBelow(root, name, without) {
  if (without.test(name) && !name.startsWith('public/')) return []
  const full = path.join(root, name)
  if (!existsSync(full)) return []
  const entries = readEntries(full)
  return entries === null ? [name] : entries.flatMap((entry) => filesBelow(root, `${name}/${entry}`, without))
}

/** Names in a folder, or null for a file. */
function readEntries(full) {
  try {
    return readdirSync(full)
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}

function readJson(file) {
  const text = readText(file)
  return text === null ? null : JSON.parse(text)
}

/**
 * @param {string} file
 * @returns {string | null} null if there is no such file
 */
export function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
