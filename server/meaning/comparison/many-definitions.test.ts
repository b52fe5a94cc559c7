/** Measures comparisons of many definitions in questions and characters, not in time. */
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { builtInLibrary } from '../../language/units/unit-library'
import { underBuiltIn } from '../testing/checked-witnesses'
import { compareRulesets } from './comparison'
import { pairDefinitions } from './definition-changes'
import { joinRulesets, pairNames } from './joined-rulesets'
import { pairAssertions } from './pair-assertions'
import { SameExpressions } from './same-expression'
import { samePlaces } from './same-inputs'
import { StructureIds } from './structure-ids'

const solver = startSolver()
const budget = { solver_steps: 200_000, solver_memory_mb: 256 }

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Definitions of one shape, of which an assertion needs only the last. */
function many(name: string, count: number, addend: number): string {
  const lets = numbers(count).map((index) => `let ${name}${index} = x + ${index + addend};`)
  return `declare x as numeric;\n${lets.join('\n')}\nassert a { ${name}${count - 1} > 0 };\n`
}

class CountedSameness extends SameExpressions {
  calls = 0

  override areSameLets(a: number, b: number): boolean {
    this.calls++
    return super.areSameLets(a, b)
  }
}

it.each([
  ['other names and other values', 0.5, 0],
  ['other names alone', 0, 500],
])('pairs definitions with %s in no more questions than there are definitions', (_, addend, same) => {
  const [before, after] = [compileText(many('was', 500, 0)), compileText(many('now', 500, addend))]
  const places = samePlaces(before, after, pairNames(before.inputs, after.inputs))
  const sameness = new CountedSameness(before, after, places)
  const { pairs, added, removed } = pairDefinitions(before, after, sameness, new StructureIds(before, after, places))
  expect(pairs.filter(({ isSame }) => isSame)).toHaveLength(same)
  expect([added.length, removed.length]).toEqual([500 - same, 500 - same])
  expect(sameness.calls).toBeLessThanOrEqual(500)
})

/** Each definition has its own assertion, which is renamed and changed with it. */
function asserted(name: string, count: number, addend: number): string {
  const lets = numbers(count).map((index) => `let ${name}${index} = x + ${index + addend};`)
  const assertions = numbers(count).map((index) => `assert ${name}_${index} { ${name}${index} > 0 };`)
  return `declare x as numeric;\n${[...lets, ...assertions].join('\n')}\n`
}

it.each([
  ['other names and other values', 0.5, 0],
  ['other names alone', 0, 500],
])('pairs assertions with %s in no more questions than there are definitions', (_, addend, paired) => {
  const [before, after] = [compileText(asserted('was', 500, 0)), compileText(asserted('now', 500, addend))]
  const places = samePlaces(before, after, pairNames(before.inputs, after.inputs))
  const same = new CountedSameness(before, after, places)
  const ids = new StructureIds(before, after, places)
  // No question is asked about texts that differ.
  const tools = { solver, mode: 'tiers', budget, meter: new Meter(0) } as const
  const joined = () => joinRulesets(before, after, builtInLibrary())
  const { partners } = pairAssertions({ before, after, same, ids, joined, tools }, [])
  expect(partners.filter((partner) => partner !== -1)).toHaveLength(paired)
  expect(same.calls).toBeLessThanOrEqual(500)
})

it('pairs renamed definitions that differ in only one word, even in another order', () => {
  const text = (first: string, all: string, second: string, any: string) =>
    `declare p as boolean;\ndeclare q as boolean;
let ${first} = ${all}(x in {p, q}, x);\nlet ${second} = ${any}(x in {p, q}, x);
assert a { Or(${first}, ${second}) };\n`
  const before = compileText(text('every', 'ForAll', 'some', 'Exists'))
  const after = compileText(text('any', 'Exists', 'all', 'ForAll'))
  const places = samePlaces(before, after, pairNames(before.inputs, after.inputs))
  const ids = new StructureIds(before, after, places)
  const { pairs } = pairDefinitions(before, after, new SameExpressions(before, after, places), ids)
  expect(pairs.map((pair) => [pair.before, pair.after])).toEqual([
    [1, 0],
    [0, 1],
  ])
})

it('pairs a definition with a repeated text only once', () => {
  const text = (...names: string[]) =>
    `declare x as numeric;\n${names.map((name) => `let ${name} = x + 1;`).join('\n')}\nassert a { ${names[0]} > 0 };\n`
  const [before, after] = [compileText(text('p', 'q')), compileText(text('r', 's', 't'))]
  const places = samePlaces(before, after, pairNames(before.inputs, after.inputs))
  const ids = new StructureIds(before, after, places)
  const { pairs, added } = pairDefinitions(before, after, new SameExpressions(before, after, places), ids)
  expect(pairs.map((pair) => [pair.before, pair.after])).toEqual([
    [0, 0],
    [1, 1],
  ])
  expect(added).toEqual([2])
})

/** Rulesets in which every assertion uses a chain of definitions. */
function chained(definitions: number, assertions: number, first: number): string {
  const lets = numbers(definitions).map(
    (index) => `let d${index} = ${index === 0 ? `x + ${first}` : `d${index - 1} + y`};`,
  )
  const asserted = numbers(assertions).map((index) => `assert a${index} { d${definitions - 1} > ${index} };`)
  return `declare x as numeric; declare y as numeric;\n${lets.join('\n')}\n${asserted.join('\n')}\n`
}

/** Counts spending beyond the limit. */
class CountedMeter extends Meter {
  late = 0

  override spend(steps: number): void {
    if (this.steps > this.limit) this.late++
    super.spend(steps)
  }
}

it('leaves the other pairs undecided at no cost once the steps of the call are spent', () => {
  const [before, after] = [compileText(chained(100, 60, 0)), compileText(chained(100, 60, 1))]
  const meter = new CountedMeter(40_000, 50_000_000)
  const { pairs } = compareRulesets(underBuiltIn(before), underBuiltIn(after), { solver, mode: 'tiers', budget, meter })
  const undecided = pairs.filter(({ verdict }) => verdict === 'not decided')
  expect(undecided.length).toBeGreaterThan(50)
  for (const { open: directions } of undecided.slice(1))
    expect(new Set(directions.map(({ reason }) => reason))).toEqual(new Set(['evaluation_steps']))
  // Only the pair in which the steps ran out spends more.
  expect(meter.late).toBeLessThan(10)
})

class ListedMeter extends Meter {
  readonly spends: number[] = []

  override spend(steps: number): void {
    this.spends.push(steps)
    super.spend(steps)
  }
}

it('leaves a pair open in all directions if the steps end between its questions', () => {
  const [before, after] = [compileText(chained(100, 1, 0)), compileText(chained(100, 1, 1))]
  const compared = (meter: Meter) =>
    compareRulesets(underBuiltIn(before), underBuiltIn(after), { solver, mode: 'tiers', budget, meter }).pairs[0]!
  const whole = new ListedMeter(50_000_000)
  expect(compared(whole).verdict).toBe('looser')
  // The first compiles the question whether they differ, the second finds the edge of the change.
  const compiled = whole.spends.flatMap((steps, index) => (steps > 400 * 16 ? [index] : []))
  expect(compiled.length).toBeGreaterThan(2)
  const untilSecond = whole.spends.slice(0, compiled[1]!).reduce((sum, steps) => sum + steps, 0)
  const pair = compared(new Meter(untilSecond + 1))
  expect(pair.verdict).toBe('not decided')
  expect(pair.open.map(({ reason }) => reason)).toEqual(Array(6).fill('evaluation_steps'))
})

/** Counts how often the expressions of definitions are read. */
function counted(ruleset: CheckedRuleset): { readonly ruleset: CheckedRuleset; readonly looks: () => number } {
  let looks = 0
  const lets = ruleset.lets.map((definition) => ({
    ...definition,
    get value() {
      looks++
      return definition.value
    },
  }))
  return { ruleset: { ...ruleset, lets }, looks: () => looks }
}

it('does not read definitions again for each of the other pairs once the steps of the call are spent', () => {
  const [before, after] = [compileText(chained(100, 200, 0)), counted(compileText(chained(100, 200, 1)))]
  const tools = { solver, mode: 'tiers', budget, meter: new Meter(1) } as const
  const { pairs } = compareRulesets(underBuiltIn(before), underBuiltIn(after.ruleset), tools)
  expect(pairs.every(({ verdict }) => verdict === 'not decided')).toBe(true)
  expect(after.looks()).toBeLessThan(100 * 20)
})

it('names the first of many assertions that follow a changed definition, and counts the others', {
  tags: 'thorough',
}, () => {
  const [before, after] = [compileText(chained(60, 120, 0)), compileText(chained(60, 120, 1))]
  const meter = new Meter(500_000_000, 500_000_000)
  const comparison = compareRulesets(underBuiltIn(before), underBuiltIn(after), {
    solver,
    mode: 'tiers',
    budget,
    meter,
  })
  const changed = comparison.findings.filter(({ kind }) => kind === 'definition-changed')
  expect(changed).toHaveLength(60)
  for (const { sentence } of changed) {
    expect(sentence).toContain('a19 (a19) and 100 more.')
    expect(sentence.length).toBeLessThan(1_000)
  }
})
