/**
 * Which process a pid means.
 *
 * Promises: a pid that the system has given to another process, and a process that has ended but was not yet reaped,
 * are not taken for the process that was meant. Trusts /proc on Linux and `ps` elsewhere.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** Stands for a start that the system does not let us see. */
export const START_UNKNOWN = 'unknown'

/**
 * When the process started, as text that differs between two processes that had the same pid, also across a reboot.
 * `null` when no process runs under this pid; START_UNKNOWN when one does but hides its start.
 */
export function processStart(pid: number): string | null {
  if (!answersSignals(pid)) return null
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid)
}

/** The arguments a process was started with; empty when they cannot be seen. */
export function processArguments(pid: number): string[] {
  if (process.platform !== 'linux') return ps(pid, 'args')?.split(' ') ?? []
  return (readProc(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((arg) => arg !== '')
}

/**
 * Pids of the processes that run `program` with `directory` as working directory, or that were started on it and have
 * not entered it yet. Always empty without /proc.
 */
export function processesWorkingIn(directory: string, program: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => basename(readLink(`/proc/${pid}/exe`) ?? '').replace(/ \(deleted\)$/, '') === program)
    .filter((pid) => readLink(`/proc/${pid}/cwd`) === directory || processArguments(pid).includes(directory))
}

/** Whether the system still has an entry under this pid: of another process, or of one that ended and was not reaped. */
export function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: there is such a process, and it is another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function startFromProc(pid: number): string | null {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === null) return answersSignals(pid) ? START_UNKNOWN : null
  // The second field is the program's name in parentheses and may hold anything; the third is the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return null
  const boot = readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  return `${boot} ${fields[19] ?? START_UNKNOWN}`
}

function startFromPs(pid: number): string | null {
  const state = ps(pid, 'state')
  if (state?.startsWith('Z')) return null
  return ps(pid, 'lstart') ?? START_UNKNOWN
}

function ps(pid: number, column: string): string | null {
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
    return null // ended meanwhile, or hidden from us
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null // ended meanwhile, or another user's
  }
}
