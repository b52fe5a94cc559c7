/**
 * A worker thread: starts its solver, then answers one job after the other.
 *
 * Promises: says `ready` once when the first job would be as quick as any; answers every job exactly once, a bug in it
 * included. Trusts the pool to send one job at a time.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { Z3Solver } from '../solver/z3-solver'
import { stepBackBehindEventLoop } from './step-back'
import type { FromWorker, JobModule, JobTools, WorkerStart } from './worker-protocol'

const port = parentPort
if (port === null) throw new Error('worker-main runs in worker threads alone')

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
stepBackBehindEventLoop()

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
    // An answer that cannot be cloned is the job module's bug; the caller must hear of it all the same.
    port?.postMessage(fault(error))
  }
}

function fault(error: unknown): FromWorker<unknown> {
  if (!(error instanceof Error)) return { kind: 'fault', message: String(error), stack: null }
  return { kind: 'fault', message: `${error.name}: ${error.message}`, stack: error.stack ?? null }
}
