/**
 * The SMT solvers of the operating system, as programs that read a file.
 *
 * Promises: a solver that does not end in time is ended. What it prints is read as a verdict only if it is one word
 * of SMT-LIB and nothing else; every other output is an error with its first line.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'

export type SolverVerdict =
  | { readonly verdict: 'sat' | 'unsat' | 'unknown' }
  /** It exceeded the time limit. */
  | { readonly verdict: 'timeout' }
  | { readonly verdict: 'error'; readonly message: string }

export interface InstalledSolver {
  readonly name: string
  /** As the program prints it. */
  readonly version: string
  /** @param seconds limit for this file */
  verify(file: string, seconds: number): Promise<SolverVerdict>
}

interface SolverProgram {
  readonly name: string
  /** Package in Debian and Ubuntu. */
  readonly packageName: string
  readonly limits: (seconds: number) => readonly string[]
}

export const SOLVER_PROGRAMS: readonly SolverProgram[] = [
  { name: 'z3', packageName: 'z3', limits: (seconds) => ['-smt2', `-T:${seconds}`] },
  { name: 'cvc5', packageName: 'cvc5', limits: (seconds) => ['--lang=smt2', `--tlimit=${seconds * 1000}`] },
]

/** Time after its own limit for a solver to end. */
const GRACE_MS = 5_000

/** Returns those of {@link SOLVER_PROGRAMS} on the search path. */
export async function installedSolvers(): Promise<readonly InstalledSolver[]> {
  const results = await Promise.all(SOLVER_PROGRAMS.map(installed))
  return results.filter((solver) => solver !== null)
}

async function installed({ name, limits }: SolverProgram): Promise<InstalledSolver | null> {
  const answer = await run(name, ['--version'], GRACE_MS)
  if (answer === null) return null
  return {
    name,
    version: /\d+(\.\d+)+/.exec(answer.output)?.[0] ?? 'of an unknown version',
    verify: async (file, seconds) => {
      // A whole path is never mistaken for an option.
      const args = [...limits(seconds), path.resolve(file)]
      const { output, errors, isEnded, signal } = (await run(name, args, seconds * 1000 + GRACE_MS)) ?? GONE
      if (isEnded) return { verdict: 'timeout' }
      return signal === null ? readVerdict(output, errors) : { verdict: 'error', message: `ended by ${signal}` }
    },
  }
}

/** Reads the output of a solver as a verdict. */
export function readVerdict(output: string, errors: string): SolverVerdict {
  const text = output.trim()
  if (text === 'sat' || text === 'unsat' || text === 'unknown') return { verdict: text }
  const all = `${text}\n${errors.trim()}`.trim()
  if (text === 'timeout' || /interrupted by timeout/.test(all)) return { verdict: 'timeout' }
  const [message = ''] = all.split('\n')
  return { verdict: 'error', message: message === '' ? 'it printed nothing' : message.slice(0, 200) }
}

interface Ended {
  readonly output: string
  readonly errors: string
  /** Whether it was ended after the time limit. */
  readonly isEnded: boolean
  /** Signal of the system or another process, for example if memory ran out. */
  readonly signal: NodeJS.Signals | null
}

const GONE: Ended = { output: '', errors: 'the program is no longer there', isEnded: false, signal: null }
const MAX_OUTPUT = 100_000

/** Null if there is no such program. */
function run(program: string, args: readonly string[], limitMs: number): Promise<Ended | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs, killSignal: 'SIGKILL' })
    let [output, errors] = ['', '']
    child.stdout.on('data', (chunk) => {
      if (output.length < MAX_OUTPUT) output += String(chunk)
    })
    child.stderr.on('data', (chunk) => {
      if (errors.length < MAX_OUTPUT) errors += String(chunk)
    })
    child.on('error', () => resolve(null))
    child.on('close', (_, signal) => resolve({ output, errors, isEnded: child.killed, signal }))
  })
}
