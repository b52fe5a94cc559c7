/**
 * The directory of the unix socket.
 *
 * Promises: only the user that PostgreSQL runs as, and root, can enter it, and a socket path in it is short enough for
 * the system. Trusts the home directory to be private; the system's temporary directory is not trusted.
 */
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { StartRefusal } from '../client/start-refusal'
import type { DatabaseHome } from './database-home'

/** A number in the socket's file name; nothing listens on a port. */
export const SOCKET_PORT = 5432

/** macOS has room for 104 bytes, Linux for 108, both with a final zero. */
const LONGEST_SOCKET_PATH = 103
const TEMPORARY_PREFIX = 'touchstone-'

/**
 * Makes it: `socket` in the home, or a fresh temporary directory when that path would be too long. `socket` is then a
 * link to it, by which the next start finds and removes one that was left behind.
 */
export function makeSocketDirectory(home: DatabaseHome): string {
  removeSocketDirectory(home)
  const near = nearDirectory(home)
  if (fits(near)) {
    mkdirSync(near)
    if (home.runAs) chownSync(near, home.runAs.uid, home.runAs.gid)
    chmodSync(near, 0o700)
    return near
  }
  const parent = [tmpdir(), '/tmp'].find((candidate) => fits(join(candidate, `${TEMPORARY_PREFIX}XXXXXX`)))
  if (parent === undefined) {
    throw new StartRefusal(
      `No directory for a unix socket: ${near} and ${tmpdir()} are too long. Use a shorter DATA_DIR.`,
    )
  }
  const far = mkdtempSync(join(parent, TEMPORARY_PREFIX)) // mode 0700
  symlinkSync(far, near)
  // No private parent here: entered by the private group alone, so that no other process of the same user gets in.
  if (home.runAs) {
    chownSync(far, 0, home.runAs.gid)
    chmodSync(far, 0o770)
  }
  return far
}

/** Removes it, the temporary one included. PostgreSQL must not be running. */
export function removeSocketDirectory(home: DatabaseHome): void {
  const near = nearDirectory(home)
  if (lstatSync(near, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const far = readlinkSync(near)
    if (basename(far).startsWith(TEMPORARY_PREFIX)) rmSync(far, { recursive: true, force: true })
  }
  rmSync(near, { recursive: true, force: true })
}

/** Where it is now, without links; null when there is none. */
export function socketDirectoryOf(home: DatabaseHome): string | null {
  const near = nearDirectory(home)
  const status = lstatSync(near, { throwIfNoEntry: false })
  if (status === undefined) return null
  return status.isSymbolicLink() ? readlinkSync(near) : near
}

function nearDirectory(home: DatabaseHome): string {
  return join(home.directory, 'socket')
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH
}
