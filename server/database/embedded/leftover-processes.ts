/**
 * PostgreSQL processes that outlived the server that started them.
 *
 * A server that was killed leaves its postmaster running. The next one stops it and starts its own, and does not adopt
 * it: a child reports its own end, runs the programs and settings of this release, and writes to this server's log; the
 * fast shutdown that this costs is a checkpoint of an idle database.
 *
 * Promises: afterwards no process works on the data directory; no process that is not PostgreSQL on this very directory
 * is signalled. Trusts that the caller holds the server lock of the home, so whatever runs there is left over.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '../client/start-refusal'
import { readPostmasterFile } from './postmaster'
import { answersSignals, processArguments, processesWorkingIn, processStart } from './process-identity'

/** Stops what is left on the data directory. Returns the pid of the postmaster it stopped, or `null`. */
export async function stopLeftoverProcesses(data: string): Promise<number | null> {
  const file = readPostmasterFile(data)
  const postmaster = file !== null && isPostmasterOf(file.pid, data) ? file.pid : null
  if (postmaster !== null) await endAll([postmaster], ['SIGINT', 'SIGQUIT', 'SIGKILL'], data)
  // Backends notice the death of their postmaster only when they next wait: a long query must not hold up the start.
  await endAll(processesWorkingIn(data, 'postgres'), ['SIGQUIT', 'SIGKILL'], data)
  const stale = readPostmasterFile(data)
  // PostgreSQL clears a stale file itself, except where its pid answers: the system has given it to another process, or
  // the one that ended was not reaped. One that has only now begun to work here is found by the next call.
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
