/**
 * Other solvers verify the obligations of the golden policies, of their single changes, and of rulesets with findings.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { FALSE, NONE, TRUE } from '../../engine/core/value'
import { compileText, startSolver } from '../../engine/testing/ask'
import { builtInLibrary } from '../../language/units/unit-library'
import { joinRulesets } from '../../meaning/comparison/joined-rulesets'
import { hasOutcome } from '../../meaning/condition'
import { factObligation, pairObligation } from '../../meaning/obligations/facts'
import { isLinear, type Obligation, obligationFile } from '../../meaning/obligations/obligation'
import { rulesetObligations } from '../../meaning/obligations/proved-facts'
import { askCondition } from '../../meaning/questions'
import { isQuickToProve, singleChanges } from '../../meaning/testing/changed-ruleset'
import { installedSolvers } from './installed-solver'

const POLICIES = path.join(import.meta.dirname, '../../testing/golden/policies')
const SMALL = path.join(import.meta.dirname, '../../testing/golden/meaning/rulesets')
const HASH = '0'.repeat(64)
const SECONDS = 30

interface Posed {
  readonly file: string
  readonly kind: string
  readonly isLinear: boolean
  /** The answers of the engine. */
  readonly own: 'sat' | 'unsat' | 'open'
}

const solver = startSolver()

function pose(folder: string, kind: string, name: string, obligation: Obligation): Posed {
  const { space, condition, outcomes } = obligation
  const budget = { solver_steps: 2_000_000, solver_memory_mb: 256 }
  const meter = new Meter(100_000_000)
  const answer = askCondition(space, hasOutcome(condition, outcomes), { solver, mode: 'tiers', budget, meter })
  const { text, logic } = obligationFile(obligation)
  const file = path.join(folder, `${name}.smt2`)
  writeFileSync(file, text)
  const own = answer.status === 'proved' ? 'unsat' : answer.status === 'witness' ? 'sat' : 'open'
  return { file, kind, isLinear: isLinear(logic), own }
}

/** @param every takes each n-th change */
function posedIn(folder: string, policies: readonly string[], every: number): Posed[] {
  const library = builtInLibrary()
  mkdirSync(folder, { recursive: true })
  return policies.flatMap((policy) => {
    const text = readFileSync(path.join(POLICIES, policy, 'ruleset.tsr'), 'utf8')
    const before = compileText(text)
    const facts = before.assertions.flatMap((_, assertion) =>
      [TRUE, FALSE | NONE, NONE].map((outcomes) =>
        pose(
          folder,
          outcomes === TRUE ? 'never true' : outcomes === NONE ? 'has a value' : 'always true',
          `${policy}-${assertion}-${outcomes}`,
          factObligation(before, HASH, { kind: 'never', assertion, outcomes }, true),
        ),
      ),
    )
    const changes = singleChanges(text).filter((_, index) => index % every === 0)
    const differences = changes.flatMap((change, index) => {
      const joined = joinRulesets(before, compileText(change.text), library)
      const compared = { joined, hashes: { before: HASH, after: HASH } }
      return before.assertions.map((_, assertion) => {
        const pair = { before: assertion, after: assertion }
        const name = `${policy}-change-${index}-${assertion}`
        return pose(folder, 'same', name, pairObligation(compared, pair, 'no difference', true))
      })
    })
    return [...facts, ...differences]
  })
}

/** Returns all proved facts of each ruleset, including findings. */
function provedIn(folder: string, files: readonly string[]): Posed[] {
  mkdirSync(folder, { recursive: true })
  const budget = { solver_steps: 2_000_000, solver_memory_mb: 256 }
  return files.flatMap((each, number) => {
    const source = readFileSync(each, 'utf8')
    const tools = { solver, mode: 'tiers', budget, steps: 500_000_000 } as const
    return rulesetObligations({ source, ruleset: compileText(source) }, HASH, tools).map(
      ({ name, obligation }, index) => {
        const { text, logic } = obligationFile(obligation)
        const file = path.join(folder, `${number}-${index}.smt2`)
        writeFileSync(file, text)
        const kind = name.startsWith('finding') ? 'finding' : 'fact'
        return { file, kind, isLinear: isLinear(logic), own: 'unsat' }
      },
    )
  })
}

/** Counts the solvers' answers by kind and engine answer, and lists the wrong ones. */
async function verified(posed: readonly Posed[]) {
  const solvers = await installedSolvers()
  const counts: Record<string, number> = {}
  const wrong: string[] = []
  const waiting = posed.values()
  const work = async () => {
    for (const { file, kind, own, isLinear: linear } of waiting)
      for (const { name, verify } of solvers) {
        const answer = await verify(file, SECONDS)
        const key = `${kind}, engine ${own}, ${name} ${answer.verdict}`
        counts[key] = (counts[key] ?? 0) + 1
        const isDecided = answer.verdict === 'sat' || answer.verdict === 'unsat'
        if ((isDecided && own !== 'open' && answer.verdict !== own) || (linear && !isDecided))
          wrong.push(`${file}: engine ${own}, ${name} ${JSON.stringify(answer)}`)
      }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return { solvers: solvers.map(({ name, version }) => `${name} ${version}`), counts, wrong }
}

async function verify(pose: (folder: string) => readonly Posed[], what: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-obligations-'))
  try {
    const posed = pose(folder)
    const { solvers, counts, wrong } = await verified(posed)
    if (solvers.length === 0) console.info('left out: neither z3 nor cvc5 is installed (apt-get install z3 cvc5)')
    console.info(`${posed.length} obligations of ${what}`, solvers, counts)
    expect(wrong).toEqual([])
    expect(posed.filter(({ own }) => own === 'open')).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const policies = readdirSync(POLICIES)
  .filter((name) => !name.endsWith('.md'))
  .filter((name) => isQuickToProve(readFileSync(path.join(POLICIES, name, 'ruleset.tsr'), 'utf8')))
const policyFiles = policies.map((name) => path.join(POLICIES, name, 'ruleset.tsr'))
/** Three assertions that cannot be TRUE together, two that imply a third, and parts and a claim without effect. */
const DEFECTIVE = `version 1.3;
declare x as numeric; declare y as numeric; declare b as boolean; declare idle as boolean;
assert big { x > 10 }; assert less { x + y < 5 }; assert more { y > 0 };
assert first { x < 3 }; assert second { y < 3 }; assert sum { x + y < 6 };
assert twice { Or(b, And(x > 1, x > 0)) };
assert branch { If(And(x > 2, x < 1), y > 3, b) };
assert free { Or(And(idle, y > 7), y > 7) };
`
const smallFiles = readdirSync(SMALL).map((name) => path.join(SMALL, name))

describe('other solvers agree with the engine', () => {
  it('one policy, one change', () => verify((folder) => posedIn(folder, ['release-gate'], 1_000), 'one policy'))

  it('the proved facts of a ruleset with findings', () =>
    verify((folder) => {
      const file = path.join(folder, 'defective.tsr')
      writeFileSync(file, DEFECTIVE)
      const posed = provedIn(folder, [file])
      expect(posed.filter(({ kind }) => kind === 'finding').length).toBeGreaterThanOrEqual(5)
      return posed
    }, 'a ruleset with findings'))

  it('all policies, all changes', { tags: 'nightly', timeout: 3_600_000 }, () =>
    verify((folder) => posedIn(folder, policies, 1), 'all policies and their changes'),
  )

  it('the proved facts of all policies and rulesets', { tags: 'nightly', timeout: 3_600_000 }, () =>
    verify((folder) => provedIn(folder, [...policyFiles, ...smallFiles]), 'all policies and rulesets'),
  )
})
