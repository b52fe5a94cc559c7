/** Sends `ready` once, when warm, then answers every turn exactly once, even after a bug. */
import { parentPort, workerData } from 'node:worker_threads'
import { Unfinished } from '../decide/decide-in-turns'
import { Z3Solver } from '../solver/z3-solver'
import {
  type FromWorker,
  type JobModule,
  type JobTools,
  lowerThreadPriority,
  type Turn,
  type WorkerStart,
} from './worker-thread'

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
if (!start.isUrgent) lowerThreadPriority()

port.on('message', (turn: Turn<unknown>) => sendMessage(answerTurn(turn)))
sendMessage({ kind: 'ready' })

function answerTurn({ job, before }: Turn<unknown>): FromWorker<unknown> {
  try {
    const answer = run(job, before)
    if (answer instanceof Unfinished) return { kind: 'unfinished', progress: answer.progress }
    return { kind: 'answer', answer }
  } catch (error) {
    return faultMessage(error)
  }
}

function sendMessage(message: FromWorker<unknown>): void {
  try {
    port?.postMessage(message)
  } catch (error) {
    // Not cloneable: the job module's bug.
    port?.postMessage(faultMessage(error))
  }
}

function faultMessage(error: unknown): FromWorker<unknown> {
  if (!(error instanceof Error)) return { kind: 'fault', message: String(error), stack: null }
  return { kind: 'fault', message: `${error.name}: ${error.message}`, stack: error.stack ?? null }
}
