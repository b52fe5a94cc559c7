/**
 * Jobs for the tests of the pool: harmless ones, ones that ask the solver, and ones that kill their worker.
 */
import { getPriority } from 'node:os'
import { Unfinished } from '../decide/decide-in-turns'
import { Z3Solver } from '../solver/z3-solver'
import { kernelThreadId } from '../workers/thread-priority'
import type { JobTools } from '../workers/worker-thread'
import { inquire, outcomes } from './ask'
import { answer, REPERTOIRE } from './repertoire'

/** One 32-bit cell that test and worker share. */
export type Cell = Int32Array<SharedArrayBuffer>

export type TrialJob =
  | { readonly kind: 'echo'; readonly value: unknown }
  /** Asks one question of the repertoire. */
  | { readonly kind: 'ask'; readonly question: number }
  /** Asks for the outcomes of an assertion. */
  | { readonly kind: 'outcomes'; readonly text: string }
  /** Waits until the cell is no longer zero, then answers what is in it. */
  | { readonly kind: 'wait'; readonly gate: Cell }
  /** Takes so many turns, then answers their numbers; dies before the second one while the cell is above zero. */
  | { readonly kind: 'turns'; readonly turns: number; readonly lives?: Cell }
  | { readonly kind: 'spin' }
  /** Answers the nice value of its thread. */
  | { readonly kind: 'priority' }
  | { readonly kind: 'throw' }
  | { readonly kind: 'uncloneable' }
  /** Ends the thread while the cell is above zero, counting it down; answers once it is zero. */
  | { readonly kind: 'die'; readonly how: 'exit' | 'memory'; readonly lives: Cell }

export function cell(value: number): Cell {
  return new Int32Array(new SharedArrayBuffer(4)).fill(value)
}

export function startJobs(tools: JobTools): (job: TrialJob, before: unknown) => unknown {
  return (job, before) => {
    switch (job.kind) {
      case 'echo':
        return job.value
      case 'ask':
        return ask(tools, job.question)
      case 'outcomes':
        return outcomes(inquire(solverOf(tools), job.text))
      case 'wait':
        Atomics.wait(job.gate, 0, 0)
        return Atomics.load(job.gate, 0)
      case 'turns':
        return takeTurn(job, Array.isArray(before) ? before : [])
      case 'spin':
        for (;;);
      case 'priority':
        return getPriority(kernelThreadId() ?? process.pid)
      case 'throw':
        throw new RangeError('a bug in a job')
      case 'uncloneable':
        return () => undefined
      case 'die':
        if (Atomics.load(job.lives, 0) === 0) return 'alive'
        Atomics.sub(job.lives, 0, 1)
        return die(job.how)
    }
  }
}

function takeTurn({ turns, lives }: Extract<TrialJob, { kind: 'turns' }>, before: readonly unknown[]): unknown {
  if (before.length === 1 && lives !== undefined && Atomics.sub(lives, 0, 1) > 0) die('exit')
  const taken = [...before, before.length + 1]
  return taken.length < turns ? new Unfinished(taken) : taken
}

function ask(tools: JobTools, question: number): string {
  const entry = REPERTOIRE[question]
  if (entry === undefined) throw new Error('no such question')
  return answer(solverOf(tools), entry)
}

function solverOf({ solver }: JobTools): Z3Solver {
  const z3 = solver()
  if (!(z3 instanceof Z3Solver)) throw new Error('another solver')
  return z3
}

function die(how: 'exit' | 'memory'): never {
  if (how === 'exit') process.exit(3)
  const hoard: string[][] = []
  // In small steps: one allocation that is larger than what V8 adds at the limit would end the whole process.
  for (;;) hoard.push(Array.from({ length: 1_000 }, (_, i) => `${i}`))
}
