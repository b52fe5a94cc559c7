/**
 * A worker thread: starts its solver, then runs one turn of a job after the other.
 *
 * Promises: sends `ready` once when the first job would be as quick as any; answers every turn exactly once, a bug in it
 * included. Trusts the pool to send one turn at a time.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { Unfinished } from '../decide/decide-in-turns'
import { Z3Solver } from '../solver/z3-solver'
import { lowerThreadPriority } from './thread-priority'
import type { FromWorker, JobModule, JobTools, Turn, WorkerStart } from './worker-thread'

const port = parentPort
if (port === null) throw new Error('worker-main runs only in worker threads')

const start: WorkerStart = workerData
const solver = start.z3 === null ? null : new Z3Solver(start.z3)
const tools: JobTools = {
  solver: () => {
    if (solver === null) throw new Error('this pool was started without a solver')
    return solver
  },
}

const jobs: JobModule<unknown, unknown> = await import(start.jobs)
const run = jobs.startJobs(tools)
solver?.warm()
lowerThreadPriority()

port.on('message', (turn: Turn<unknown>) => send(answer(turn)))
send({ kind: 'ready' })

function answer({ job, before }: Turn<unknown>): FromWorker<unknown> {
  try {
    const answer = run(job, before)
    if (answer instanceof Unfinished) return { kind: 'unfinished', progress: answer.progress }
    return { kind: 'answer', answer }
  } catch (error) {
    return fault(error)
  }
}

function send(message: FromWorker<unknown>): void {
  try {
    port?.postMessage(message)
  } catch (error) {
    // An answer that cannot be cloned is the job module's bug; the caller gets a fault in its place.
    port?.postMessage(fault(error))
  }
}

function fault(error: unknown): FromWorker<unknown> {
  if (!(error instanceof Error)) return { kind: 'fault', message: String(error), stack: null }
  return { kind: 'fault', message: `${error.name}: ${error.message}`, stack: error.stack ?? null }
}
