/** How much memory a process holds. */
import { readFileSync } from 'node:fs'

/** Resident megabytes of a process and its threads; the embedded database is a process of its own. */
export function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  if (line === null) throw new Error(`/proc tells no memory of ${pid}`)
  return Number(line[1]) / 1024
}
