/**
 * DATA_DIR, before anything is stored in it.
 *
 * Promises: it exists. Where it belongs to the user who runs this process, only that user may enter it (mode 700; the
 * embedded PostgreSQL of a process that root runs also lets the private group of its own user pass through, mode 710).
 * Where it belongs to another user, it is refused if users beside its owner and group may read or write it.
 */
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { StartRefusal } from './start-refusal'

const OTHERS_READ_OR_WRITE = 0o006
/** Root's own folder, through which the group of the embedded PostgreSQL passes. */
const PASSED_THROUGH = 0o710

/** Throws StartRefusal, with a message for the operator. */
export function prepareDataDirectory(dataDir: string, userId: number | undefined = process.getuid?.()): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const { uid, mode } = statSync(dataDir)
    // Windows has no such modes.
    if (userId === undefined) return
    if (uid === userId) close(dataDir, mode & 0o777, userId)
    else if ((mode & OTHERS_READ_OR_WRITE) !== 0) throw openToOthers(dataDir, uid)
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(
      `DATA_DIR ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function close(dataDir: string, mode: number, userId: number): void {
  if (mode === 0o700 || (userId === 0 && mode === PASSED_THROUGH)) return
  chmodSync(dataDir, 0o700)
}

function openToOthers(dataDir: string, owner: number): StartRefusal {
  return new StartRefusal(
    `DATA_DIR ${dataDir} belongs to another user (uid ${owner}), and every user of this machine may read or write it. It holds keys. Run chmod 700 on it as its owner, start as that user, or use another DATA_DIR.`,
  )
}
