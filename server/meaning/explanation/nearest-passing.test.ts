import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import type { Known, Value } from '../../engine/core/value'
import { decideAll } from '../../engine/decide/decide'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { compileProgram, type Program } from '../../engine/evaluate/program'
import { openRuleset } from '../../engine/testing/open-text'
import { explainAnswers } from './explanation'

const MEMBERS = ['red', 'green', 'blue']
const POLICIES = ['', '[optimistic]', '[pessimistic]']
const TOOLS = () => ({
  solver: null,
  mode: 'tiers' as const,
  budget: { solver_steps: 200_000, solver_memory_mb: 256 },
  meter: new Meter(1e9),
})

const atom = fc.oneof(
  fc.constantFrom('a', 'b', 'c'),
  fc.constantFrom(...MEMBERS).map((member) => `hue == "${member}"`),
  fc.constantFrom(...MEMBERS).map((member) => `tone != "${member}"`),
)
const condition = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    fc
      .tuple(fc.constantFrom('And', 'Or', 'Implies', 'Xor'), tie('node'), tie('node'))
      .map(([f, x, y]) => `${f}(${x}, ${y})`),
    tie('node').map((x) => `Not(${x})`),
  ),
})).node
const source = fc
  .array(fc.tuple(condition, fc.constantFrom(...POLICIES)), { minLength: 1, maxLength: 3 })
  .map(
    (rules) =>
      `declare a as boolean;\ndeclare b as boolean;\ndeclare c as boolean;\ndeclare hue as enum {"red", "green", "blue"};\ndeclare tone as enum {"red", "green", "blue"};\n${rules
        .map(([text, policy], index) => `assert r${index} ${policy} { ${text} };`)
        .join('\n')}`,
  )
const truth = fc.constantFrom<Value | null>(true, false, null)
const member = fc.constantFrom<Value | null>(...MEMBERS, null)
const dictionary: fc.Arbitrary<Known> = fc.tuple(truth, truth, truth, member, member)
const VALUES: readonly (readonly Value[])[] = [[true, false], [true, false], [true, false], MEMBERS, MEMBERS]

function checks(program: Program, known: Known): readonly string[] {
  const results = decideAll(program, known, new Map(), TOOLS())
  if (results === NEEDS_SOLVER) throw new Error('finite domains need no solver')
  return results.map(({ check }) => check)
}

/** The fewest changed claims that make these assertions TRUE; null if up to four are not enough. */
function fewest(program: Program, known: Known, fixed: number, assertions: readonly number[]): number | null {
  let best: number | null = null
  const visit = (values: (Value | null)[], input: number, changed: number): void => {
    if (changed > 4 || (best !== null && changed >= best)) return
    if (input === values.length) {
      if (changed === 0) return
      const answers = checks(program, values)
      if (assertions.every((index) => answers[index] === 'TRUE')) best = changed
      return
    }
    visit(values, input + 1, changed)
    if (input === fixed) return
    for (const value of VALUES[input]!) {
      const next = [...values]
      next[input] = value
      if (value !== known[input]) visit(next, input + 1, changed + 1)
    }
  }
  visit([...known], 0, 0)
  return best
}

function holdsAgainstBruteForce(text: string, known: Known, fixed: number): void {
  const ruleset = openRuleset(text)
  const program = compileProgram(ruleset)
  const subject = { program, source: text, known, unbridged: new Map() }
  const explanation = explainAnswers(subject, { assertion: null, fixed: new Set([fixed]) }, TOOLS())
  if (explanation === NEEDS_SOLVER) throw new Error('finite domains need no solver')
  const fixedName = ruleset.inputs[fixed]!.name
  for (const [index, { check, wouldHoldIf }] of explanation.assertions.entries()) {
    if (check === 'TRUE') continue
    expect(wouldHoldIf[0]?.changes.length ?? null).toBe(fewest(program, known, fixed, [index]))
    for (const { changes } of wouldHoldIf) {
      expect(changes.map(({ claim }) => claim)).not.toContain(fixedName)
      // Every combination of the allowed values holds.
      for (const { claim, allowed } of changes)
        for (const each of allowed) {
          const last = changes.at(-1)!.claim === claim
          if (!last || !('value' in each)) continue
          const at = ruleset.inputs.findIndex(({ name }) => name === claim)
          const others = changes.slice(0, -1).map((change) => {
            const [first] = change.allowed
            return [ruleset.inputs.findIndex(({ name }) => name === change.claim), first] as const
          })
          const values = [...known]
          values[at] = each.value
          for (const [place, first] of others) if (first && 'value' in first) values[place] = first.value
          expect(checks(program, values)[index]).toBe('TRUE')
        }
    }
  }
  if (explanation.allTogether !== null) {
    const all = explanation.assertions.map((_, index) => index)
    expect(explanation.allTogether.wouldHoldIf[0]?.changes.length ?? null).toBe(fewest(program, known, fixed, all))
  }
}

const property = fc.property(source, dictionary, fc.integer({ min: 0, max: 4 }), holdsAgainstBruteForce)

it('agrees with brute force on the fewest claims, keeps fixed ones, and allows only values that hold', {
  tags: 'thorough',
}, () => {
  fc.assert(property, { numRuns: 60 })
})

it('does so for 1,000 random dictionaries', { tags: ['nightly'] }, () => {
  fc.assert(property, { numRuns: 1_000 })
})
