/**
 * Stops PostgreSQL processes of a killed server on this data directory. They are not adopted, because only a child has
 * this release's settings, reports its end and logs here.
 * The caller holds the server lock.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '../client/storage-fault'
import { readPostmasterFile } from './postmaster'
import { answersSignals, processArguments, processesWorkingIn, processStart } from './process-identity'

/** @returns the pid of the stopped postmaster, or null */
export async function stopLeftoverProcesses(data: string): Promise<number | null> {
  const file = readPostmasterFile(data)
  const postmaster = file !== null && isPostmasterOf(file.pid, data) ? file.pid : null
  if (postmaster !== null) await endAll([postmaster], ['SIGINT', 'SIGQUIT', 'SIGKILL'], data)
  // Backends only notice a dead postmaster when they wait.
  await endAll(processesWorkingIn(data, 'postgres'), ['SIGQUIT', 'SIGKILL'], data)
  const stale = readPostmasterFile(data)
  // PostgreSQL keeps a stale file if its pid was reused or not reaped.
  if (stale !== null && answersSignals(stale.pid) && !isPostmasterOf(stale.pid, data))
    rmSync(join(data, 'postmaster.pid'), { force: true })
  return postmaster
}

function isPostmasterOf(pid: number, data: string): boolean {
  if (processStart(pid) === null) return false
  const args = processArguments(pid)
  return args.some((arg, i) => arg === '-D' && args[i + 1] === data)
}

async function endAll(pids: number[], signals: NodeJS.Signals[], data: string): Promise<void> {
  let alive = pids
  for (const signal of signals) {
    for (const pid of alive) signalIfThere(pid, signal)
    for (let waited = 0; alive.length > 0 && waited < 8_000; waited += 10) {
      alive = alive.filter((pid) => processStart(pid) !== null)
      if (alive.length > 0) await sleep(10)
    }
    if (alive.length === 0) return
  }
  throw new StartRefusal(
    `PostgreSQL processes of an earlier server (${alive.join(', ')}) work on ${data} and do not end. Stop them, then start again.`,
  )
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
