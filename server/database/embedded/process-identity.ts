/** Reused and unreaped pids do not count. Uses /proc on Linux and `ps` elsewhere. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

export const START_UNKNOWN = 'unknown'

/**
 * Differs for two processes with one pid, even across a reboot.
 * @returns null if no process runs, START_UNKNOWN if its start is hidden
 */
export function processStart(pid: number): string | null {
  if (!answersSignals(pid)) return null
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid)
}

/** Empty if hidden. */
export function processArguments(pid: number): string[] {
  if (process.platform !== 'linux') return readPs(pid, 'args')?.split(' ') ?? []
  return (readProc(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((arg) => arg !== '')
}

/** Empty without /proc. */
export function processesWorkingIn(directory: string, program: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => basename(readLink(`/proc/${pid}/exe`) ?? '').replace(/ \(deleted\)$/, '') === program)
    .filter((pid) => readLink(`/proc/${pid}/cwd`) === directory || processArguments(pid).includes(directory))
}

/** Whether a process accepts signals; true also for an unreaped process, or another one with this pid. */
export function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: another user's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function startFromProc(pid: number): string | null {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === null) return answersSignals(pid) ? START_UNKNOWN : null
  // The second field, in parentheses, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return null
  const boot = readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  return `${boot} ${fields[19] ?? START_UNKNOWN}`
}

function startFromPs(pid: number): string | null {
  const state = readPs(pid, 'state')
  if (state?.startsWith('Z')) return null
  return readPs(pid, 'lstart') ?? START_UNKNOWN
}

function readPs(pid: number, column: string): string | null {
  try {
    return execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null // ended meanwhile
  }
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null // ended meanwhile, or hidden
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null // ended meanwhile, or another user's
  }
}
