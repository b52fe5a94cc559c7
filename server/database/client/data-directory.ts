/**
 * Closes DATA_DIR to other users (mode 700; 710 for root, so that PostgreSQL's group can pass). Another user's is
 * refused if everyone can read or write it.
 */
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { StartRefusal } from './storage-fault'

const OTHERS_READ_OR_WRITE = 0o006
const PASSED_THROUGH = 0o710

/** @throws StartRefusal */
export function prepareDataDirectory(dataDir: string, userId: number | undefined = process.getuid?.()): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const { uid, mode } = statSync(dataDir)
    // Windows has no such modes.
    if (userId === undefined) return
    if (uid === userId) closeToOthers(dataDir, mode & 0o777, userId)
    else if ((mode & OTHERS_READ_OR_WRITE) !== 0) throw openToOthers(dataDir, uid)
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(
      `DATA_DIR ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function closeToOthers(dataDir: string, mode: number, userId: number): void {
  if (mode === 0o700 || (userId === 0 && mode === PASSED_THROUGH)) return
  chmodSync(dataDir, 0o700)
}

function openToOthers(dataDir: string, owner: number): StartRefusal {
  return new StartRefusal(
    `DATA_DIR ${dataDir} belongs to another user (uid ${owner}), and every user of this machine may read or write it. It holds keys. Run chmod 700 on it as its owner, start as that user, or use another DATA_DIR.`,
  )
}
