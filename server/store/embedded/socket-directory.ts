/**
 * The directory of the unix socket.
 *
 * Promises: only the user that PostgreSQL runs as, and root, can enter it, and a socket path in it is short enough for
 * the system. Trusts the home directory to be private; the system's temporary directory is not trusted.
 */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { StartRefusal } from '../start-refusal'
import type { DatabaseHome } from './database-home'

/** A number in the socket's file name; nothing listens on a port. */
export const SOCKET_PORT = 5432

/** macOS has room for 104 bytes, Linux for 108, both with a final zero. */
const LONGEST_SOCKET_PATH = 103
const TEMPORARY_PREFIX = 'touchstone-'

/** Makes it: `socket` in the home, or a fresh temporary directory when that path would be too long. */
export function makeSocketDirectory(home: DatabaseHome): string {
  const near = join(home.directory, 'socket')
  if (fits(near)) {
    mkdirSync(near, { recursive: true })
    if (home.runAs) chownSync(near, home.runAs.uid, home.runAs.gid)
    chmodSync(near, 0o700)
    return near
  }
  for (const parent of [tmpdir(), '/tmp']) {
    if (!fits(join(parent, `${TEMPORARY_PREFIX}XXXXXX`))) continue
    const far = mkdtempSync(join(parent, TEMPORARY_PREFIX)) // mode 0700
    // No private parent here: entered by the private group alone, so that no other process of the same user gets in.
    if (home.runAs) {
      chownSync(far, 0, home.runAs.gid)
      chmodSync(far, 0o770)
    }
    return far
  }
  throw new StartRefusal(
    `No directory for a unix socket: ${near} and ${tmpdir()} are too long. Use a shorter DATA_DIR.`,
  )
}

/** Removes a temporary one. The one in the home stays: the next start uses it. */
export function removeSocketDirectory(directory: string): void {
  if (basename(directory).startsWith(TEMPORARY_PREFIX)) rmSync(directory, { recursive: true, force: true })
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH
}
