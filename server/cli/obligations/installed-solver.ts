/** Runs the installed SMT solvers. Only output of exactly one word of SMT-LIB is a verdict; other output is an error. */
import { spawn } from 'node:child_process'
import path from 'node:path'

export type SolverVerdict =
  | { readonly verdict: 'sat' | 'unsat' | 'unknown' }
  | { readonly verdict: 'timeout' }
  | { readonly verdict: 'error'; readonly message: string }

export interface InstalledSolver {
  readonly name: string
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

/** Extra time after which a solver that ignores its own limit is killed. */
const GRACE_MS = 5_000

/** Returns the {@link SOLVER_PROGRAMS} that are on the search path. */
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
  /** Whether this process killed it after the time limit. */
  readonly isEnded: boolean
  /** Signal that ended it, for example from the system if memory ran out. */
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
