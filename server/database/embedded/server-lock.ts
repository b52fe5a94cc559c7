/**
 * Prevents a second server on a directory. The lock of an ended process is taken over. All processes must share a pid
 * namespace, and link and rename must be atomic.
 */
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '../client/storage-fault'
import { processStart, START_UNKNOWN } from './process-identity'

export type HolderKind = 'server' | 'command'

interface Holder {
  readonly pid: number
  readonly kind: HolderKind
  readonly start: string
  /** Unique, so that a takeover names exactly one lock. */
  readonly nonce: string
}

export interface ServerLock {
  release(): void
}

export class DirectoryHeldError extends StartRefusal {
  constructor(
    directory: string,
    readonly kind: HolderKind,
    readonly pid: number,
  ) {
    super(
      kind === 'command'
        ? `A command (pid ${pid}) works on ${directory} at the moment. Start again when it has ended.`
        : `Another server (pid ${pid}) already runs on ${directory}. Stop it first, or give this one a DATA_DIR of its own.`,
    )
  }
}

/** @throws DirectoryHeldError */
export function takeServerLock(directory: string, kind: HolderKind = 'server'): ServerLock {
  const file = join(directory, 'server.lock')
  const start = processStart(process.pid) ?? START_UNKNOWN
  const mine: Holder = { pid: process.pid, kind, start, nonce: randomUUID() }
  const draft = join(directory, `server.lock.${mine.nonce}`)
  // Linking a complete file prevents partial reads. Everyone may read it, to name the holder.
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o644, flush: true })
  try {
    while (!linkIfAbsent(draft, file)) {
      const holder = readHolder(file)
      if (holder === null) continue // just released
      refuseIfRunning(holder, directory)
      if (takeOver(file, holder, draft, directory)) break
    }
  } finally {
    removeIfThere(draft)
  }
  return {
    release: () => {
      if (readHolder(file)?.nonce === mine.nonce) unlinkSync(file)
    },
  }
}

/**
 * Only one process can hold the claim on an ended holder, so the lock cannot change before it is renamed over.
 * @returns false if another process was faster
 */
function takeOver(file: string, ended: Holder, draft: string, directory: string): boolean {
  const claim = `${file}.after-${ended.nonce}`
  if (!linkIfAbsent(draft, claim)) {
    const claimant = readHolder(claim)
    if (claimant === null) return false
    refuseIfRunning(claimant, directory)
    // The claimant ended too.
    if (!takeOver(claim, claimant, draft, directory)) return false
  }
  if (readHolder(file)?.nonce !== ended.nonce) {
    removeIfThere(claim)
    return false
  }
  // Releases the claim and takes the lock at once.
  renameSync(claim, file)
  return true
}

function refuseIfRunning(holder: Holder, directory: string): void {
  const start = processStart(holder.pid)
  if (start === null) return
  if (start !== holder.start && start !== START_UNKNOWN && holder.start !== START_UNKNOWN) return
  throw new DirectoryHeldError(directory, holder.kind, holder.pid)
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new StartRefusal(`The lock file ${file} cannot be read (${String(error)}). Remove it if no server runs.`)
  }
}

function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
