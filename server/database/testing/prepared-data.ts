/**
 * Data directories for tests with their own database server. The result of a first start is stored in `.build` and
 * copied, which takes a tenth of the time.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../embedded/embedded-postgres'
import { openStore } from '../store'
import { silentLog } from './fresh-database'

const root = path.resolve(import.meta.dirname, '../../..')
/** The first start depends on these. */
const SOURCES = ['prisma/migrations', 'server/database']
const NOT_PREPARED_BY = /\.test\.ts$|\/testing\/|\.md$/

/** The caller removes the directory. */
export async function newDataDirectory(prefix = 'touchstone-'): Promise<string> {
  const prepared = await prepareData()
  const directory = mkdtempSync(path.join(tmpdir(), prefix))
  copyDirectory(path.join(prepared, 'postgres'), directory)
  return directory
}

/** @returns the directory to copy */
async function prepareData(): Promise<string> {
  const prepared = path.join(root, '.build', 'prepared-data', sourcesHash())
  if (existsSync(prepared)) return prepared
  // PostgreSQL's user may not be able to enter the checkout.
  const made = mkdtempSync(path.join(tmpdir(), 'touchstone-'))
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir: made, log: silentLog })
  await (await openStore({ url, ownerUrl, log: silentLog, connections: 1 })).close()
  await stop()
  const draft = `${prepared}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  copyDirectory(path.join(made, 'postgres'), draft)
  rmSync(made, { recursive: true })
  try {
    renameSync(draft, prepared)
  } catch (error) {
    // Another process was first.
    rmSync(draft, { recursive: true })
    if (!existsSync(prepared)) throw error
  }
  return prepared
}

/** By content, since a clone changes file times. */
function sourcesHash(): string {
  const below = SOURCES.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  )
  const files = [...below.filter((file) => !NOT_PREPARED_BY.test(file)).sort(), path.join(root, 'package-lock.json')]
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Keeps owners and modes, which PostgreSQL checks. */
function copyDirectory(from: string, into: string): void {
  execFileSync('cp', ['-a', from, into])
}
