/**
 * Lowers a worker's priority, so that the event loop comes first. Only Linux has thread priorities; elsewhere, or if
 * `/proc` is hidden, nothing changes.
 */
import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** About a tenth of the event loop's processor share. */
const WORKER_NICE = 10

export function lowerThreadPriority(): void {
  const thread = kernelThreadId()
  if (thread !== null) setPriority(thread, WORKER_NICE)
}

export function kernelThreadId(): number | null {
  const self = '/proc/thread-self'
  return process.platform === 'linux' && existsSync(self) ? Number(readlinkSync(self).split('/').pop()) : null
}
