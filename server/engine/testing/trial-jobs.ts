/** Jobs for tests of the pool: harmless ones, questions to the solver, and jobs that kill their worker. */
import { getPriority } from 'node:os'
import { Unfinished } from '../decide/decide-in-turns'
import { Z3Solver } from '../solver/z3-solver'
import { type JobTools, kernelThreadId } from '../workers/worker-thread'
import { inquireText, outcomeLetters } from './ask'
import { answerEntry, REPERTOIRE } from './repertoire'

/** A 32-bit cell that test and worker share. */
export type Cell = Int32Array<SharedArrayBuffer>

export type TrialJob =
  | { readonly kind: 'echo'; readonly value: unknown }
  /** Asks one question of the repertoire. */
  | { readonly kind: 'ask'; readonly question: number }
  /** Asks for the outcomes of an assertion. */
  | { readonly kind: 'outcomes'; readonly text: string }
  /** Waits until the cell is not zero, then answers with its value. */
  | { readonly kind: 'wait'; readonly gate: Cell }
  /** Takes this many turns and answers with their numbers. Dies before the second turn while the cell is above zero. */
  | { readonly kind: 'turns'; readonly turns: number; readonly lives?: Cell }
  | { readonly kind: 'spin' }
  /** Answers with the nice value of its thread. */
  | { readonly kind: 'priority' }
  | { readonly kind: 'throw' }
  | { readonly kind: 'uncloneable' }
  /** Ends the thread while the cell is above zero and decrements it; answers at zero. */
  | { readonly kind: 'die'; readonly how: 'exit' | 'memory'; readonly lives: Cell }

export function makeCell(value: number): Cell {
  return new Int32Array(new SharedArrayBuffer(4)).fill(value)
}

export function startJobs(tools: JobTools): (job: TrialJob, before: unknown) => unknown {
  return (job, before) => {
    switch (job.kind) {
      case 'echo':
        return job.value
      case 'ask':
        return askRepertoire(tools, job.question)
      case 'outcomes':
        return outcomeLetters(inquireText(solverOf(tools), job.text))
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
        return endThread(job.how)
    }
  }
}

function takeTurn({ turns, lives }: Extract<TrialJob, { kind: 'turns' }>, before: readonly unknown[]): unknown {
  if (before.length === 1 && lives !== undefined && Atomics.sub(lives, 0, 1) > 0) endThread('exit')
  const taken = [...before, before.length + 1]
  return taken.length < turns ? new Unfinished(taken) : taken
}

function askRepertoire(tools: JobTools, question: number): string {
  const entry = REPERTOIRE[question]
  if (entry === undefined) throw new Error('no such question')
  return answerEntry(solverOf(tools), entry)
}

function solverOf({ solver }: JobTools): Z3Solver {
  const z3 = solver()
  if (!(z3 instanceof Z3Solver)) throw new Error('another solver')
  return z3
}

function endThread(how: 'exit' | 'memory'): never {
  if (how === 'exit') process.exit(3)
  const hoard: string[][] = []
  // Small allocations: a single large one beyond V8's limit would end the whole process.
  for (;;) hoard.push(Array.from({ length: 1_000 }, (_, i) => `${i}`))
}
