/**
 * Lowers the priority of a worker thread, so that the event loop comes first where processors are short.
 *
 * Promises: changes the calling thread alone, never what it answers. Only Linux gives each thread a priority;
 * elsewhere, and where the process table is hidden, the thread stays at the default.
 */
import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Nice value of a worker: about a tenth of the event loop's share of a processor that both want. */
const WORKER_NICE = 10

export function lowerThreadPriority(): void {
  const thread = kernelThreadId()
  if (thread !== null) setPriority(thread, WORKER_NICE)
}

/** The kernel's id of the calling thread; null where threads have none or the kernel does not show it. */
export function kernelThreadId(): number | null {
  const self = '/proc/thread-self'
  return process.platform === 'linux' && existsSync(self) ? Number(readlinkSync(self).split('/').pop()) : null
}
