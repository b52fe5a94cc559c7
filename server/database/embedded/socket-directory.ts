/**
 * Only PostgreSQL's user and root can enter the unix socket's directory. The system's temporary directory is not
 * trusted.
 */
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { StartRefusal } from '../client/storage-fault'
import type { DatabaseHome } from './database-home'

/** Only part of the socket's file name. */
export const SOCKET_PORT = 5432

/** macOS has 104 bytes, Linux 108, both with a final zero. */
const MAX_SOCKET_PATH_BYTES = 103
const TEMPORARY_PREFIX = 'touchstone-'

/** If the path is too long, `socket` links to a temporary directory, so the next start can remove that. */
export function makeSocketDirectory(home: DatabaseHome): string {
  removeSocketDirectory(home)
  const near = nearDirectory(home)
  if (fitsSocketPath(near)) {
    mkdirSync(near)
    if (home.runAs) chownSync(near, home.runAs.uid, home.runAs.gid)
    chmodSync(near, 0o700)
    return near
  }
  const parent = [tmpdir(), '/tmp'].find((candidate) => fitsSocketPath(join(candidate, `${TEMPORARY_PREFIX}XXXXXX`)))
  if (parent === undefined) {
    throw new StartRefusal(
      `No directory for a unix socket: ${near} and ${tmpdir()} are too long. Use a shorter DATA_DIR.`,
    )
  }
  const far = mkdtempSync(join(parent, TEMPORARY_PREFIX)) // mode 0700
  symlinkSync(far, near)
  // Only the private group keeps other processes of this user out.
  if (home.runAs) {
    chownSync(far, 0, home.runAs.gid)
    chmodSync(far, 0o770)
  }
  return far
}

/** PostgreSQL must not be running. */
export function removeSocketDirectory(home: DatabaseHome): void {
  const near = nearDirectory(home)
  if (lstatSync(near, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const far = readlinkSync(near)
    if (basename(far).startsWith(TEMPORARY_PREFIX)) rmSync(far, { recursive: true, force: true })
  }
  rmSync(near, { recursive: true, force: true })
}

export function socketDirectoryOf(home: DatabaseHome): string | null {
  const near = nearDirectory(home)
  const status = lstatSync(near, { throwIfNoEntry: false })
  if (status === undefined) return null
  return status.isSymbolicLink() ? readlinkSync(near) : near
}

function nearDirectory(home: DatabaseHome): string {
  return join(home.directory, 'socket')
}

function fitsSocketPath(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES
}
