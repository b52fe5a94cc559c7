/**
 * The lock that prevents a second server on a directory.
 *
 * Promises: of any number of processes that ask at the same time at most one gets the lock; the lock of a process that
 * has ended, however it ended, is taken over by the next one that asks. Trusts that all of them see the same processes
 * (one machine, one pid namespace) and that the file system's link and rename are atomic.
 */
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '../client/start-refusal'
import { processStart, START_UNKNOWN } from './process-identity'

/** What holds a directory: a server for as long as it runs, or a command for a moment. */
export type HolderKind = 'server' | 'command'

interface Holder {
  readonly pid: number
  readonly kind: HolderKind
  readonly start: string
  /** Makes every lock file's content its own, so that a takeover can name the very lock it takes over. */
  readonly nonce: string
}

export interface ServerLock {
  release(): void
}

/** The refusal of a directory that a living process holds. */
export class DirectoryHeld extends StartRefusal {
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

/** Takes the lock of `directory`. Throws DirectoryHeld while another process holds it. */
export function takeServerLock(directory: string, kind: HolderKind = 'server'): ServerLock {
  const file = join(directory, 'server.lock')
  const start = processStart(process.pid) ?? START_UNKNOWN
  const mine: Holder = { pid: process.pid, kind, start, nonce: randomUUID() }
  const draft = join(directory, `server.lock.${mine.nonce}`)
  // The complete file is made first and then linked, so no process ever reads half of one, not even after a power loss.
  // Readable by all: another user's server must be able to name the holder.
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o644, flush: true })
  try {
    while (!linkIfAbsent(draft, file)) {
      const holder = readHolder(file)
      if (holder === null) continue // released this moment
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
 * Replaces the lock of an ended holder. Only one process can hold the claim to replace this very holder, and only with
 * the claim may it be replaced, so the lock found under the claim is still the one it names when it is renamed over.
 * False when another process was quicker; the caller looks again.
 */
function takeOver(file: string, ended: Holder, draft: string, directory: string): boolean {
  const claim = `${file}.after-${ended.nonce}`
  if (!linkIfAbsent(draft, claim)) {
    const claimant = readHolder(claim)
    if (claimant === null) return false
    refuseIfRunning(claimant, directory)
    // Ended between claiming and renaming: what it claimed is claimed from it in the same way.
    if (!takeOver(claim, claimant, draft, directory)) return false
  }
  if (readHolder(file)?.nonce !== ended.nonce) {
    removeIfThere(claim)
    return false
  }
  // Renaming the claim itself frees it and takes the lock in one step.
  renameSync(claim, file)
  return true
}

function refuseIfRunning(holder: Holder, directory: string): void {
  const start = processStart(holder.pid)
  if (start === null) return
  if (start !== holder.start && start !== START_UNKNOWN && holder.start !== START_UNKNOWN) return
  throw new DirectoryHeld(directory, holder.kind, holder.pid)
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
