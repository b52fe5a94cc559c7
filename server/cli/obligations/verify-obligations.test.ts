/**
 * `npm run verify -- obligations`, the command itself, with programs in place of the solvers that answer as a file says,
 * and with the solvers of the machine if there are any.
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runScript } from '../../testing/run-script'
import { installedSolvers, readVerdict } from './installed-solver'

const POLICY = path.join(
  import.meta.dirname,
  '../../testing/golden/policies/regulation-z-qualified-mortgage/ruleset.tsr',
)

let folder = ''
const at = (...names: string[]) => path.join(folder, ...names)

/** Writes a script that answers a file with the text of its line `; <name> says <answer>`. */
function makeSolver(name: string, version: string): void {
  const script = `#!/bin/sh
for file; do :; done
if [ "$file" = --version ]; then echo "${version}"; exit; fi
while IFS= read -r line; do
  case "$line" in "; ${name} says killed") kill -9 $$ ;; "; ${name} says "*) echo "\${line#; ${name} says }" ;; esac
done < "$file"
`
  writeFileSync(at('bin', name), script)
  chmodSync(at('bin', name), 0o755)
}

function makeFile(name: string, answers: readonly [z3: string, cvc5: string], body = '(check-sat)'): void {
  mkdirSync(path.dirname(at(name)), { recursive: true })
  writeFileSync(at(name), `; z3 says ${answers[0]}\n; cvc5 says ${answers[1]}\n(set-logic QF_UF)\n${body}\n`)
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-obligations-'))
  mkdirSync(at('bin'))
  makeSolver('z3', 'Z3 version 4.8.12 - 64 bit')
  makeSolver('cvc5', 'This is cvc5 version 1.0.3')
})
afterAll(() => rmSync(folder, { recursive: true }))

const verify = (PATH: string, ...args: string[]) => runScript('verify', { PATH }, ['obligations', ...args])

it('counts the confirmations of each solver, and lists every file that one of them does not confirm', async () => {
  makeFile('all/one.smt2', ['unsat', 'unsat'])
  makeFile('all/below/two.smt2', ['unknown', 'unsat'])
  makeFile('all/three.smt2', ['unsat', 'cvc5 interrupted by timeout.'])
  writeFileSync(at('all', 'readme.txt'), 'no obligation')
  const { status, output, errors } = await verify(at('bin'), at('all'))
  expect([status, errors]).toEqual([0, ''])
  expect(output).toBe(`Solvers: z3 4.8.12, cvc5 1.0.3; 10 s for each file.
open      ${at('all/below/two.smt2')} (z3: unknown; cvc5: unsat)
open      ${at('all/three.smt2')} (z3: unsat; cvc5: not decided in time)
3 obligations: z3 confirms 2, does not decide 1; cvc5 confirms 2, does not decide 1.
`)
})

it('ends with 1 if a solver disagrees, no solver confirms, or a file could answer on its own', async () => {
  makeFile('wrong/1.smt2', ['sat', 'unsat'])
  makeFile('wrong/2.smt2', ['unknown', 'unknown'])
  makeFile('wrong/3.smt2', ['(error "line 3: no such sort")', '(error "no such sort")'])
  makeFile('wrong/4.smt2', ['unsat', 'unsat'], '(check-sat)\n( check-sat )')
  makeFile('wrong/5.smt2', ['unsat', 'unsat'], '(echo "unsat") ; (check-sat)')
  makeFile('wrong/6.smt2', ['unsat', 'unsat'], '(set-option :print-success true)(check-sat)')
  const { status, output } = await verify(at('bin'), at('wrong'), '--time-limit', '3')
  expect(status).toBe(1)
  expect(output).toBe(`Solvers: z3 4.8.12, cvc5 1.0.3; 3 s for each file.
DISAGREES ${at('wrong/1.smt2')} (z3: sat; cvc5: unsat)
FAILS     ${at('wrong/2.smt2')} (z3: unknown; cvc5: unknown)
FAILS     ${at('wrong/3.smt2')} (z3: error, (error "line 3: no such sort"); cvc5: error, (error "no such sort"))
FAILS     ${at('wrong/4.smt2')} (z3: error, it does not ask (check-sat) exactly once; cvc5: error, it does not ask (check-sat) exactly once)
FAILS     ${at('wrong/5.smt2')} (z3: error, it does not ask (check-sat) exactly once; cvc5: error, it does not ask (check-sat) exactly once)
FAILS     ${at('wrong/6.smt2')} (z3: error, it contains (set-option), which no obligation does; cvc5: error, it contains (set-option), which no obligation does)
6 obligations: z3 confirms 0, disagrees with 1, does not decide 1, cannot read 4; cvc5 confirms 1, does not decide 1, cannot read 4.
`)
})

it('refuses a file that answers by a command of only one solver, in quoted words or after an end', async () => {
  makeFile('own/1.smt2', ['unsat', 'unsat'], '(declare-const unsat Bool)(display unsat)(exit)(check-sat)')
  makeFile('own/2.smt2', ['unsat', 'unsat'], '(|echo| "unsat")(exit)(check-sat)')
  makeFile('own/3.smt2', ['unsat', 'unsat'], '#| (check-sat) |# (check-sat)')
  makeFile('own/4.smt2', ['unsat', 'unsat'], '(exit)(check-sat)')
  makeFile('own/5.smt2', ['unsat', 'unsat'], '(assert (= |a;\\| |b|))(check-sat)')
  const { status, output } = await verify(at('bin'), at('own'))
  expect(status).toBe(1)
  expect(output).toContain('z3 confirms 0, cannot read 5; cvc5 confirms 0, cannot read 5.')
  expect(output).toContain('it contains (display), which no obligation does')
  expect(output).toContain('it contains (|echo|), which no obligation does')
})

it('says that a solver was ended although no limit of time ended it, and lists names that are not files', async () => {
  makeFile('ended/1.smt2', ['killed', 'killed'])
  mkdirSync(at('ended', '2.smt2'))
  const { status, output } = await verify(at('bin'), at('ended'))
  expect(status).toBe(1)
  expect(output).toContain(
    `FAILS     ${at('ended/1.smt2')} (z3: error, ended by SIGKILL; cvc5: error, ended by SIGKILL)`,
  )
  expect(output).toContain(`FAILS     ${at('ended/2.smt2')} (z3: error, it cannot be read: EISDIR`)
})

it('says what to install if a solver is missing, and goes on with the other', { tags: ['nightly'] }, async () => {
  makeFile('one/one.smt2', ['unsat', 'unsat'])
  mkdirSync(at('only'))
  cpSync(at('bin', 'cvc5'), at('only', 'cvc5'))
  const one = await verify(at('only'), at('one'))
  expect([one.status, one.output]).toEqual([
    0,
    `Solvers: cvc5 1.0.3; 10 s for each file.
z3 is not installed, so it was not asked. On Debian and Ubuntu: apt-get install z3
1 obligation: cvc5 confirms 1.
`,
  ])
  const none = await verify(at('one'), at('one'))
  expect([none.status, none.output]).toEqual([1, ''])
  expect(none.errors).toContain('No solver is installed.')
  expect(none.errors).toContain('apt-get install z3 cvc5')
})

it('writes the proved facts of a ruleset and of a change, and verifies them with the installed solvers', async () => {
  const present = await installedSolvers()
  if (present.length === 0) {
    console.info('left out: neither z3 nor cvc5 is installed (apt-get install z3 cvc5)')
    return
  }
  const PATH = process.env.PATH ?? ''
  const changed = readFileSync(POLICY, 'utf8').replaceAll('loan_amount >= ', 'loan_amount > ')
  writeFileSync(at('changed.tsr'), changed)
  const { status, output, errors } = await verify(PATH, at('proofs'), '--ruleset', at('changed.tsr'), '--base', POLICY)
  expect([status, errors]).toEqual([0, ''])
  expect(output).toContain(`10 proved facts written to ${at('proofs')}.\n`)
  for (const { name } of present) expect(output).toContain(`${name} confirms 10`)
  expect(readdirSync(at('proofs'))).toContain('04-points_and_fees_within_limit-same.smt2')
  const again = await verify(PATH, at('proofs'), '--ruleset', POLICY)
  expect([again.status, again.errors]).toEqual([
    1,
    `${at('proofs')} is not empty. Name a folder that does not exist yet.\n`,
  ])
})

it('reads a verdict only from one word of SMT-LIB', () => {
  expect(readVerdict('unsat\n', '')).toEqual({ verdict: 'unsat' })
  expect(readVerdict('timeout\n', '')).toEqual({ verdict: 'timeout' })
  expect(readVerdict('', 'cvc5 interrupted by timeout.\n')).toEqual({ verdict: 'timeout' })
  expect(readVerdict('unsat\nunsat\n', '')).toMatchObject({ verdict: 'error' })
  expect(readVerdict('', '')).toEqual({ verdict: 'error', message: 'it printed nothing' })
})
