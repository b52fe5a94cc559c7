/**
 * A worker thread: starts its solver, then answers one job after the other.
 *
 * Promises: sends `ready` once when the first job would be as quick as any; answers every job exactly once, a bug in it
 * included. Trusts the pool to send one job at a time.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { Z3Solver } from '../solver/z3-solver'
import { lowerThreadPriority } from './thread-priority'
import type { FromWorker, JobModule, JobTools, WorkerStart } from './worker-thread'

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

port.on('message', (job: unknown) => send(answer(job)))
send({ kind: 'ready' })

function answer(job: unknown): FromWorker<unknown> {
  try {
    return { kind: 'answer', answer: run(job) }
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
