/**
 * Compares every bundled policy that is quick to prove with each change of one place. The verdicts with and without tiers agree, all are
 * decided, and both texts accept every witness and answer it differently.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { compareRulesets } from '../../meaning/comparison/comparison'
import { isQuickToProve, type SingleChange, singleChanges } from '../../meaning/testing/changed-ruleset'
import { underBuiltIn, wrongWitnesses } from '../../meaning/testing/checked-witnesses'

const POLICIES = join(import.meta.dirname, 'policies')
/** `npm test` takes every twelfth change, the nightly series all. */
const EVERY = 12
const LEAST_CHANGES = 321

const solver = startSolver()

const subjects = readdirSync(POLICIES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => {
    const text = readFileSync(join(POLICIES, name, 'ruleset.tsr'), 'utf8')
    if (!isQuickToProve(text)) return []
    return singleChanges(text).map((change) => ({ name, text, change }))
  })

/** Compares the verdicts of both modes and checks the witnesses. */
function judged(text: string, change: SingleChange) {
  const [before, after] = [compileText(text), compileText(change.text)]
  const [byTiers, bySolver] = (['tiers', 'solver-only'] as const).map((mode) => {
    const budget = { solver_steps: 2_000_000, solver_memory_mb: 256 }
    const tools = { solver, mode, budget, meter: new Meter(500_000_000) }
    const comparison = compareRulesets(underBuiltIn(before), underBuiltIn(after), tools)
    return { comparison, wrong: wrongWitnesses(before, after, comparison, tools) }
  })
  return { ...byTiers!, bySolver: bySolver!.comparison, wrong: [...byTiers!.wrong, ...bySolver!.wrong] }
}

function compareAll(some: typeof subjects): Record<string, number> {
  const seen: Record<string, number> = {
    different: 0,
    'proved the same': 0,
    witnesses: 0,
    'left open by the solver alone': 0,
  }
  for (const { name, text, change } of some) {
    const { comparison, bySolver, wrong } = judged(text, change)
    const what = `${name}, ${change.what}`
    expect([what, ...wrong]).toEqual([what])
    comparison.pairs.forEach((pair, index) => {
      const other = bySolver.pairs[index]!
      const directions = ({ changes }: typeof pair) => changes.map(({ direction }) => direction)
      if (other.open.length > 0) {
        // The solver cannot decide remainders; its other verdicts are the same.
        seen['left open by the solver alone']!++
        expect([what, ...directions(pair)]).toEqual(expect.arrayContaining([what, ...directions(other)]))
      } else expect([what, pair.after, other.verdict]).toEqual([what, pair.after, pair.verdict])
    })
    expect([what, comparison.pairs.filter(({ open }) => open.length > 0)]).toEqual([what, []])
    seen[comparison.pairs.every(({ verdict }) => verdict === 'same') ? 'proved the same' : 'different']!++
    seen.witnesses! += comparison.pairs.reduce((sum, { changes }) => sum + changes.length, 0)
  }
  return seen
}

it('there are enough changes', () => expect(subjects.length).toBeGreaterThanOrEqual(LEAST_CHANGES))

it(`one change of ${EVERY} is decided with and without tiers, and shown by a witness`, () => {
  console.info('changes of one place', compareAll(subjects.filter((_, index) => index % EVERY === 0)))
})

it('every change is decided with and without tiers, and shown by a witness', {
  tags: 'nightly',
  timeout: 3_600_000,
}, () => {
  console.info(`${subjects.length} changes of one place`, compareAll(subjects))
})
