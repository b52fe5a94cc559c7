/**
 * Puts the event loop before this worker thread where processors are short.
 *
 * Promises: changes the priority of the calling thread alone, never what it answers. Linux gives each thread a priority
 * of its own; elsewhere, and where the process table is hidden, the thread stays the equal of the others.
 */
import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Nice value of a worker: about a tenth of the event loop's share of a processor that both want. */
const STEPPED_BACK = 10

export function stepBackBehindEventLoop(): void {
  const thread = kernelThreadId()
  if (thread !== null) setPriority(thread, STEPPED_BACK)
}

/** The id by which the kernel knows the calling thread; null where it has none of its own or keeps it to itself. */
export function kernelThreadId(): number | null {
  const self = '/proc/thread-self'
  return process.platform === 'linux' && existsSync(self) ? Number(readlinkSync(self).split('/').pop()) : null
}
