import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { CommandRefusal } from '../command/operator-command'
import { type InstalledSolver, installedSolvers, SOLVER_PROGRAMS, type SolverVerdict } from './installed-solver'

/** The time for each file and solver, in seconds, if the command names no other. */
export const DEFAULT_SECONDS = 10

const EXTENSION = '.smt2'

/**
 * Prints counts by solver, and the answers for each file that some solver does not confirm. An obligation holds if at
 * least one solver answers `unsat` and no solver answers `sat`.
 * @param paths files, and folders to search for `.smt2` files
 * @returns whether all obligations hold
 * @throws CommandRefusal if there is no solver or no file
 */
export async function verifyObligations(paths: readonly string[], seconds: number): Promise<boolean> {
  const files = paths.flatMap(filesOf)
  if (files.length === 0)
    throw new CommandRefusal(`There is no file with the extension ${EXTENSION} in ${paths.join(', ')}.`)
  const solvers = await installedSolvers()
  if (solvers.length === 0) throw new CommandRefusal(NO_SOLVER)
  console.log(
    `Solvers: ${solvers.map(({ name, version }) => `${name} ${version}`).join(', ')}; ${seconds} s for each file.`,
  )
  for (const { name, packageName } of SOLVER_PROGRAMS)
    if (solvers.every((solver) => solver.name !== name))
      console.log(`${name} is not installed, so it was not asked. On Debian and Ubuntu: apt-get install ${packageName}`)
  const answers = await answersOf(files, solvers, seconds)
  const findings = files.map((file, index) => judge(file, solvers, answers[index]!))
  for (const finding of findings) if (finding.line !== null) console.log(finding.line)
  console.log(`${files.length === 1 ? '1 obligation' : `${files.length} obligations`}: ${counted(solvers, answers)}.`)
  return findings.every(({ holds }) => holds)
}

const NO_SOLVER = `No solver is installed. Install ${SOLVER_PROGRAMS.map(({ name }) => name).join(' or ')}, better both. On Debian and Ubuntu:
  apt-get install ${SOLVER_PROGRAMS.map(({ packageName }) => packageName).join(' ')}
The programs must be on the search path (PATH).`

function filesOf(given: string): string[] {
  if (!existsSync(given)) throw new CommandRefusal(`${given} does not exist.`)
  if (!statSync(given).isDirectory()) return [given]
  return readdirSync(given, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(EXTENSION))
    .sort()
    .map((name) => path.join(given, name))
}

/** Returns the answers by file and solver. Verifies as many files at once as there are processors. */
async function answersOf(
  files: readonly string[],
  solvers: readonly InstalledSolver[],
  seconds: number,
): Promise<readonly (readonly SolverVerdict[])[]> {
  const answers: SolverVerdict[][] = []
  const waiting = files.entries()
  const work = async () => {
    for (const [index, file] of waiting) {
      const own: SolverVerdict[] = []
      const problem = problemOf(file)
      for (const solver of solvers)
        own.push(problem === null ? await solver.verify(file, seconds) : { verdict: 'error', message: problem })
      answers[index] = own
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return answers
}

/** The tokens of obligations. A quoted symbol is not one, though z3 reads it as one. */
const COMMANDS = new Set(['set-info', 'set-logic', 'define-fun', 'declare-const', 'assert', 'check-sat', 'exit'])

/** Returns null only if a file asks exactly once and cannot print an answer itself, even by a solver's extensions. */
function problemOf(file: string): string | null {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  let problem: string | null = null
  let [depth, asked] = [0, 0]
  let isFirst = false
  for (const [token] of text.matchAll(TOKEN)) {
    const isComment = token.startsWith(';')
    const isCommand = isFirst && depth === 1 && COMMANDS.has(token)
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (isCommand && token === 'check-sat') asked++
    else if (isCommand && token === 'exit' && asked === 0) problem ??= 'it ends before it asks (check-sat)'
    else if (SOLVERS_OWN.test(token) || (!isComment && !isCommand && (depth === 0 || (isFirst && depth === 1))))
      problem ??= `it contains (${token.slice(0, 40)}), which no obligation does`
    if (!isComment) isFirst = token === '('
  }
  return asked === 1 ? problem : 'it does not ask (check-sat) exactly once'
}

/** Only some solvers read block comments, escapes, and lines that end without a line feed. */
const SOLVERS_OWN = /^#|^(?!;)[\s\S]*\\|\r(?!\n|$)/

/** Matches quoted symbols, strings, comments, parentheses, other words, and unclosed quotes. */
const TOKEN = /\|[^|]*\||"[^"]*"|;[^\n]*|[()]|[^\s()|";]+|[|"]/g

function judge(
  file: string,
  solvers: readonly InstalledSolver[],
  answers: readonly SolverVerdict[],
): { readonly holds: boolean; readonly line: string | null } {
  const verdicts = answers.map(({ verdict }) => verdict)
  if (verdicts.every((verdict) => verdict === 'unsat')) return { holds: true, line: null }
  const listed = solvers.map(({ name }, index) => `${name}: ${spoken(answers[index]!)}`).join('; ')
  const [word, holds] = verdicts.includes('sat')
    ? ['DISAGREES', false]
    : verdicts.includes('unsat')
      ? ['open', true]
      : ['FAILS', false]
  return { holds, line: `${word.padEnd(9)} ${file} (${listed})` }
}

function spoken(answer: SolverVerdict): string {
  if (answer.verdict === 'error') return `error, ${answer.message}`
  return answer.verdict === 'timeout' ? 'not decided in time' : answer.verdict
}

function counted(solvers: readonly InstalledSolver[], answers: readonly (readonly SolverVerdict[])[]): string {
  const of = (index: number, ...verdicts: readonly SolverVerdict['verdict'][]) =>
    answers.filter((own) => verdicts.includes(own[index]!.verdict)).length
  return solvers
    .map(({ name }, index) => {
      const others = [
        [of(index, 'sat'), 'disagrees with'],
        [of(index, 'unknown', 'timeout'), 'does not decide'],
        [of(index, 'error'), 'cannot read'],
      ] as const
      const rest = others.filter(([count]) => count > 0).map(([count, words]) => `, ${words} ${count}`)
      return `${name} confirms ${of(index, 'unsat')}${rest.join('')}`
    })
    .join('; ')
}
