/**
 * Watches the free space where the embedded database writes.
 *
 * Promises: below the minimum this process is not ready; the operator is warned once when it comes near the minimum, and
 * again after it has recovered.
 */
import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Closers } from './closers'

const WATCH_EVERY_MS = 60_000
/** A warning comes before the minimum is reached: at so many times of it. */
const WARN_AT = 4
const MB = 1024 * 1024

export interface FreeSpaceOptions {
  readonly directory: string
  readonly minimumMb: number
  readonly log: Logger
  readonly closers: Closers
}

/** @returns a probe: null while there is enough space, else a sentence for the operator */
export function watchFreeSpace({ directory, minimumMb, log, closers }: FreeSpaceOptions): () => Promise<string | null> {
  let warned = false
  const look = async () => {
    const freeMb = await freeMegabytes(directory)
    const low = freeMb < WARN_AT * minimumMb
    if (low && !warned)
      log.warn({ alarm: 'free_space', freeMb, minimumMb }, `only ${freeMb} MB are free for the data in ${directory}`)
    warned = low
  }
  const failed = (error: unknown) => log.warn({ err: error, directory }, 'the free space cannot be read')
  const timer = setInterval(() => void look().catch(failed), WATCH_EVERY_MS)
  closers.push(() => clearInterval(timer))
  void look().catch(failed)
  return async () => {
    const freeMb = await freeMegabytes(directory).catch(() => null)
    if (freeMb === null) return 'the free space of the data directory cannot be read'
    return freeMb >= minimumMb
      ? null
      : `only ${freeMb} MB are free for the database, and ${minimumMb} MB must be (DISK_MIN_FREE_MB): free space on that disk`
  }
}

async function freeMegabytes(directory: string): Promise<number> {
  // What an ordinary user may still write; the file system may reserve more for root.
  const { bavail, bsize } = await statfs(directory)
  return Math.floor((bavail * bsize) / MB)
}
