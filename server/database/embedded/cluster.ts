/** Makes a data directory, complete or not at all. The caller holds the server lock. */
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '../client/storage-fault'
import type { PostgresBinaries } from './binaries'
import type { DatabaseHome } from './database-home'
import { PROGRAM_ENVIRONMENT } from './run-as'

/** Superuser, and owner of the tables. */
export const EMBEDDED_USER = 'touchstone'
export const EMBEDDED_DATABASE = 'touchstone'

const DRAFT_PREFIX = 'initialising-'

/** @throws StartRefusal */
export function ensureCluster(home: DatabaseHome, binaries: PostgresBinaries): void {
  removeDrafts(home.directory)
  if (existsSync(home.data)) refuseOtherVersion(home.data, binaries.major)
  else initialiseCluster(home, binaries)
}

function refuseOtherVersion(data: string, major: number): void {
  const versionFile = join(data, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new StartRefusal(
      `${data} holds no PostgreSQL data (it has no PG_VERSION). Move it to another folder, or use another DATA_DIR.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version === String(major)) return
  throw new StartRefusal(
    `${data} was written by PostgreSQL ${version}, and this release brings PostgreSQL ${major}, which cannot read it. Nothing was changed. Write a backup with the release that brought PostgreSQL ${version} (npm run data -- backup <file>), and restore it with this one into a new DATA_DIR (npm run data -- restore <file>).`,
  )
}

function initialiseCluster(home: DatabaseHome, binaries: PostgresBinaries): void {
  const draft = mkdtempSync(join(home.directory, DRAFT_PREFIX))
  if (home.runAs) chownSync(draft, home.runAs.uid, home.runAs.gid)
  const run = (program: string, args: string[], input: string) =>
    execFileSync(program, args, { ...home.runAs, cwd: draft, env: PROGRAM_ENVIRONMENT, input, stdio: 'pipe' })
  try {
    // The same on every machine, and sorted by code point.
    run(
      binaries.initdb,
      [
        ['--pgdata', draft],
        ['--username', EMBEDDED_USER],
        ['--auth', 'trust'],
        ['--encoding', 'UTF8'],
        ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
        ['--no-instructions'],
      ].flat(),
      '',
    )
    run(binaries.postgres, ['--single', '-D', draft, 'postgres'], `CREATE DATABASE "${EMBEDDED_DATABASE}"\n`)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const detail = (error as { stderr?: Buffer }).stderr?.toString().trim() || String(error)
    throw new StartRefusal(
      `The embedded PostgreSQL could not make its data directory in ${home.directory}: ${detail}. Use another DATA_DIR, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  renameSync(draft, home.data)
  const parent = openSync(home.directory, 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** A program of a killed start may still be writing, so a failure does no harm. */
function removeDrafts(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith(DRAFT_PREFIX)) rmSync(join(directory, name), { recursive: true, force: true, maxRetries: 2 })
  }
}
