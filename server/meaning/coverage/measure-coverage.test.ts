import { describe, expect, it } from 'vitest'
import { createBinder } from '../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { Meter } from '../../engine/core/meter'
import type { Value } from '../../engine/core/value'
import { compileProgram } from '../../engine/evaluate/program'
import { compileText, startSolver } from '../../engine/testing/ask'
import { type Claims, knownByName } from '../../engine/testing/open-text'
import { randomRules, seededRandom } from '../../engine/testing/random-rules'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { builtInLibrary } from '../../language/units/unit-library'
import { repetitions } from '../../testing/repetitions'
import type { ClaimDictionary } from '../claim-dictionary'
import { questionRuleset } from '../question-ruleset'
import { factsOf, OriginalAssertion } from './answering'
import { changesOf } from './changes'
import type { Answers, CoverageResult } from './coverage-result'
import { DrawnDictionaries } from './drawn-dictionaries'
import { JudgedChange } from './judged-change'
import { measureCoverage, smallestSet } from './measure-coverage'
import { RecentPrograms } from './recent-programs'

const solver = startSolver()

function tools(steps = 100_000_000) {
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  return { solver, mode: 'tiers' as const, budget, meter: new Meter(steps) }
}

const HOTEL = `version 1.3;
// @unit rate USD
// @range rate 0..1000
declare rate as numeric;
declare city as enum {"new_york", "elsewhere"};
declare approved as boolean;
let cap = If(city == "new_york", 350 "USD", 250 "USD");
assert within_limit [pessimistic] { Or(approved, rate <= cap) };
assert listed { Implies(approved, IsMember(city, {"new_york", "elsewhere"})) };
`
const ruleset = compileText(HOTEL)

interface Case {
  readonly claims: Claims
  readonly expected: Answers
}

function measure(cases: readonly Case[], steps?: number): CoverageResult {
  const bound = cases.map(({ claims, expected }, index) => ({
    name: `case ${index}`,
    facts: factsOf(ruleset, knownByName(ruleset, claims)),
    expected,
  }))
  return measureCoverage({ source: HOTEL, ruleset, cases: bound }, tools(steps))
}

/** Accepts what the page offers, with every computed answer. */
function asCase(claims: ClaimDictionary, expected: Answers): Case {
  const given: [string, string | boolean][] = []
  for (const [name, value] of Object.entries(claims))
    if (typeof value === 'string') given.push([name, value.replace(' USD', '')])
    else if (typeof value === 'boolean') given.push([name, value])
  return { claims: Object.fromEntries(given), expected }
}

describe('the score', () => {
  it('counts no change as noticed without cases, and offers a case for each', () => {
    const { score, survivors } = measure([])
    expect(score.noticed).toBe(0)
    expect(score.equal).toBeGreaterThan(0)
    expect(score.undecided).toBe(0)
    expect(survivors.length).toBe(score.changes - score.equal)
    const offered = survivors.map(({ detectedBy, computed }) => asCase(detectedBy.claims, computed))
    const after = measure(offered)
    expect(after.survivors).toEqual([])
    expect(after.score.noticed).toBe(score.changes - score.equal)
    expect(after.failing).toEqual([])
  })

  it('counts a change for every assertion whose answer it can affect', () => {
    const { score, byAssertion, survivors } = measure([
      { claims: { rate: 351, city: 'new_york', approved: false }, expected: { within_limit: 'FALSE' } },
    ])
    expect(byAssertion.map(({ assertion }) => assertion)).toEqual(['within_limit', 'listed'])
    const [limit, listed] = byAssertion
    expect(limit!.noticed).toBe(score.noticed)
    expect(listed!.noticed).toBe(0)
    // No definition is shared here, so each change affects one assertion.
    expect(limit!.changes + listed!.changes).toBe(score.changes)
    expect(limit!.equal + listed!.equal).toBe(score.equal)
    const left = listed!.changes - listed!.equal - listed!.noticed - listed!.undecided
    expect(left).toBe(survivors.filter(({ assertion }) => assertion === 'listed').length)
  })

  it('counts a change of a shared definition for each assertion, and once in the whole', () => {
    const source = 'declare a as boolean;\nlet b = Not(a);\nassert first { b };\nassert second { Not(b) };\n'
    const subject = compileText(source)
    const { score, byAssertion } = measureCoverage({ source, ruleset: subject, cases: [] }, tools())
    const sum = byAssertion.reduce((total, { changes }) => total + changes, 0)
    expect(sum).toBeGreaterThan(score.changes)
    for (const { changes } of byAssertion) expect(changes).toBeLessThanOrEqual(score.changes)
  })

  it('judges only assertions for which a case expects an answer', () => {
    const claims = { rate: 351, city: 'new_york', approved: false }
    const before = measure([]).score.noticed
    expect(measure([{ claims, expected: {} }]).score.noticed).toBe(before)
    expect(measure([{ claims, expected: { within_limit: 'FALSE' } }]).score.noticed).toBeGreaterThan(before)
  })

  it('does not call a change equal that a case with an unknown number notices', { tags: 'thorough' }, () => {
    const source = `// @range x 0..10
declare x as numeric;
declare c as boolean;
declare d as boolean;
assert a { Or(And(x > 10, c), And(x < 0, Not(d))) };
`
    const subject = compileText(source)
    const score = (cases: readonly Case[]) => {
      const bound = cases.map(({ claims, expected }) => ({
        name: 'case',
        facts: factsOf(subject, knownByName(subject, claims)),
        expected,
      }))
      return measureCoverage({ source, ruleset: subject, cases: bound }, tools()).score
    }
    const [without, given] = [score([]), score([{ claims: { c: false, d: true }, expected: { a: 'FALSE' } }])]
    expect(given.noticed).toBeGreaterThan(0)
    expect(given.equal).toBe(without.equal)
  })

  /** The score without cases, and with the smallest set as the cases. */
  const scores = (source: string) => {
    const subject = compileText(source)
    const binder = createBinder(subject, builtInLibrary(), DEFAULT_BIND_LIMITS)
    const of = (cases: Parameters<typeof measureCoverage>[0]['cases']) =>
      measureCoverage({ source, ruleset: subject, cases }, tools())
    const without = of([])
    const cases = without.smallestSet.map(({ claims, computed }, index) => {
      const facts = binder.bind(claims, new Meter(1_000_000))
      if (!facts.ok) throw new Error('a case that is offered is accepted')
      return { name: `case ${index}`, facts, expected: computed }
    })
    const { score, survivors, open } = of(cases)
    expect({ survivors, open, noticed: score.noticed }).toEqual({
      survivors: [],
      open: [],
      noticed: score.changes - score.equal,
    })
    return { ...score, offered: without.survivors.map(({ detectedBy }) => detectedBy.sentence) }
  }

  it('counts a change that differs only outside the range as equal', () => {
    const source = '// @range age 0..120\ndeclare age as numeric;\nassert born { age >= 0 };\n'
    expect(scores(source)).toMatchObject({ changes: 5, noticed: 4, equal: 1, undecided: 0 })
  })

  it('finds the dictionary with an unknown number that shows a change outside the range', { tags: 'thorough' }, () => {
    const source = `// @range x 0..10
declare x as numeric;
// @range y 0..10
declare y as numeric;
declare c as boolean;
assert a { Or(And(x > 10, y > 10, c), And(x < 0, Not(c))) };
`
    expect(scores(source).offered).toContain('x is unknown, y is unknown and ‘c’ is yes')
  })

  it('is full with more locals than are tried by value', () => {
    const locals = ['l', 'm', 'n', 'o', 'p']
    const source = `declare c as boolean;
${locals.map((local) => `declare local ${local} as boolean;`).join('\n')}
assert a { Or(c, And(${locals})) };
assert b { And(c, Or(${locals}, Not(l))) };
`
    expect(scores(source).equal).toBeGreaterThan(0)
  })

  it('lists failing cases, which notice no change', () => {
    const claims = { rate: 351, city: 'new_york', approved: false }
    const { failing, score } = measure([{ claims, expected: { within_limit: 'TRUE', gone: 'TRUE' } }])
    expect(failing).toEqual([
      { case: 'case 0', assertion: 'within_limit', expected: 'TRUE', computed: 'FALSE' },
      { case: 'case 0', assertion: 'gone', expected: 'TRUE', computed: null },
    ])
    expect(score.noticed).toBe(0)
  })

  it('says what a budget left open for one assertion if the next is open for numbers outside their range', {
    tags: 'thorough',
  }, () => {
    const source = `// @range x 0..10
declare x as numeric;
declare y as numeric;
declare z as numeric;
declare c as boolean;
declare d as boolean;
let t = 10;
assert hard { And(y * y * z + z * z * y == 17, y * z > t) };
assert edge { Or(And(x > t, c), And(x < 0, Not(d))) };
`
    const subject = { source, ruleset: compileText(source), cases: [] }
    const { open } = measureCoverage(subject, { ...tools(), budget: { solver_steps: 1, solver_memory_mb: 256 } })
    const questions = open.map(({ question }) => question)
    expect(questions).toContain('whether it changes an answer that 10 becomes 11')
  })

  it('says what a budget left open', () => {
    const { open, score } = measure([], 2_000)
    expect(open.map(({ budget }) => budget)).toEqual(['evaluation_steps'])
    expect(score.undecided).toBeGreaterThan(0)
  })
})

describe('definitions that many assertions use', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  const lets = numbers(100).map((index) => `let d${index} = ${index === 0 ? 'x' : `d${index - 1}`} + y;`)
  const source = `declare x as numeric;\ndeclare y as numeric;
${[...lets, ...numbers(100).map((index) => `assert a${index} { d99 > ${index} };`)].join('\n')}\n`
  const compiled = compileText(source)

  it('are not read again for each assertion if few steps are left', () => {
    let looks = 0
    const counted = compiled.lets.map((definition) => ({
      ...definition,
      get value() {
        looks++
        return definition.value
      },
    }))
    const subject = { source, ruleset: { ...compiled, lets: counted }, cases: [] }
    const { score, open } = measureCoverage(subject, tools(1_000))
    expect(open.map(({ budget }) => budget)).toEqual(['evaluation_steps'])
    expect(score).toMatchObject({ noticed: 0, equal: 0, undecided: score.changes })
    expect(score.changes).toBeGreaterThan(400)
    // Once for each assertion to find what it names, and for the first change.
    expect(looks).toBeLessThan(100 * 100 * 1.5)
  })

  it('are compiled again at a cost if the memory has no room for them', () => {
    const [one, other] = [0, 1].map((index) => questionRuleset(compiled, compiled.assertions[index]!.expression))
    const recent = new RecentPrograms(500)
    const meter = new Meter(1_000_000)
    const compiledBy = (key: object, subject: CheckedRuleset) => {
      const before = meter.steps
      recent.of(key, () => subject, meter)
      return meter.steps > before
    }
    const [first, second] = [{}, {}]
    expect([compiledBy(first, one!), compiledBy(first, one!)]).toEqual([true, false])
    expect([compiledBy(second, other!), compiledBy(second, other!)]).toEqual([true, false])
    expect([compiledBy(first, one!), compiledBy(second, other!)]).toEqual([true, true])
  })
})

describe('large rulesets', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  const spent = (source: string) => {
    const subject = { source, ruleset: compileText(source), cases: [] }
    const { score, open } = measureCoverage(subject, tools(1_000_000))
    expect(open.map(({ budget }) => budget)).toEqual(['evaluation_steps'])
    return score.changes
  }

  it('with a set that names every member of a vocabulary', { tags: 'thorough', timeout: 20_000 }, () => {
    const members = numbers(10_000).map((index) => `"m${index}"`)
    const source = `declare k as enum {${members}};\nassert a { IsMember(k, {${members}}) };\n`
    expect(spent(source)).toBe(10_000 + 2)
  })

  it('with a disjunction of very many conditions', { tags: 'thorough', timeout: 20_000 }, () => {
    const source = `declare b as boolean;\nassert a { Or(${numbers(50_000).map(() => 'b')}) };\n`
    expect(spent(source)).toBe(1 + 2 * 50_000 + 2)
  })

  it('with a definition that very many assertions use', { tags: 'thorough', timeout: 20_000 }, () => {
    const source = `declare b as boolean;\nlet d = Or(${numbers(20_000).map(() => 'b')});
${numbers(2_000)
  .map((index) => `assert a${index} { d };`)
  .join('\n')}\n`
    expect(spent(source)).toBe(1 + 2 * 20_000 + 2 * 2_000)
  })

  it('with thresholds that remain after the budget is spent', { tags: 'thorough', timeout: 20_000 }, () => {
    const set = `{${numbers(60)}}`
    const source = `declare x as numeric;\nassert a { ForAll(i in ${set}, Exists(j in ${set}, x < i * j)) };\n`
    expect(spent(source)).toBeGreaterThan(300)
  })
})

it('offers both sides of the threshold, which differ in one claim', () => {
  const { boundaryCases } = measure([])
  const sides = boundaryCases.filter(({ why }) => why.includes('rate <= cap'))
  expect(sides.map(({ why, witness, computed }) => [why, witness.claims.rate, computed.within_limit])).toEqual([
    ['the sides of “rate <= cap” are equal', '250 USD', 'TRUE'],
    ['the left side of “rate <= cap” is one step above its right side', '251 USD', 'FALSE'],
  ])
  expect(sides[0]!.witness.claims).toEqual({ ...sides[1]!.witness.claims, rate: '250 USD' })
})

it('offers both sides of a threshold in another unit, one step of that unit apart', () => {
  const source = `// @unit weight kg
// @range weight 0..100
declare weight as numeric;
let limit = 500 "g";
assert light { weight < limit };
`
  const subject = { source, ruleset: compileText(source), cases: [] }
  const { boundaryCases } = measureCoverage(subject, tools())
  expect(boundaryCases.map(({ why, witness, computed }) => [why, witness.claims.weight, computed.light])).toEqual([
    ['the sides of “weight < limit” are equal', '0.5 kg', 'FALSE'],
    ['the left side of “weight < limit” is one step below its right side', '0.499 kg', 'TRUE'],
  ])
})

it('offers a smallest set that notices every change and has no spare case', () => {
  const { smallestSet: set, score } = measure([])
  const cases = set.map(({ claims, computed }) => asCase(claims, computed))
  expect(measure(cases).survivors).toEqual([])
  for (const left of cases) expect(measure(cases.filter((each) => each !== left)).survivors.length).toBeGreaterThan(0)
  expect(score.changes).toBeGreaterThan(cases.length)
})

it('drops choices that later ones make spare', () => {
  const detects = [
    [0, 1, 2, 3],
    [0, 1, 4],
    [2, 3, 5],
  ].map((each) => new Set(each))
  expect(smallestSet(detects)).toEqual([1, 2])
  expect(smallestSet([])).toEqual([])
})

const FINITE = `version 1.3;
declare a as boolean;
declare b as boolean;
declare kind as enum ["x", "y", "z"];
declare local l as boolean;
let both = And(a, Or(b, kind == "z"));
assert one [optimistic] { Or(both, And(Not(a), kind <= "y"), And(a, b, kind != "x")) };
assert two { IF IsMember(kind, {"x", "y"}) THEN Xor(a, b) END };
assert three [pessimistic] { CASE kind OF "x": a, "y": Implies(b, both), DEFAULT: AtLeast(2, each in {a, b}, each) END };
assert hidden { Or(both, Not(l), And(a, l)) };
`

/** Every dictionary of the claims that are read, also with unknown ones. */
function everyDictionary({ inputs, assertions }: CheckedRuleset): readonly (readonly (Value | null)[])[] {
  return inputs.reduce<readonly (readonly (Value | null)[])[]>(
    (all, { kind, type }, index) => {
      const values = type.kind === 'enum' ? type.vocabulary : [true, false]
      const isRead = kind === 'claim' && assertions.some(({ reads }) => reads.includes(index))
      const own = isRead ? [...values, null] : [null]
      return all.flatMap((before) => own.map((value) => [...before, value]))
    },
    [[]],
  )
}

/** Throws if some dictionary contradicts how a change is judged. */
function judgedExactly(source: string): readonly string[] {
  const finite = compileText(source)
  const program = compileProgram(finite)
  const originals = finite.assertions.map((_, index) => new OriginalAssertion(program, index))
  const programs = new RecentPrograms()
  const drawn = new DrawnDictionaries(program, [], tools())
  const dictionaries = everyDictionary(finite).map((values) => factsOf(finite, values))
  return changesOf({ source, ruleset: finite }).map((change) => {
    const judged = new JudgedChange(finite, change, { originals, programs, drawn }, tools())
    const { status } = judged.effect()
    const isSeen = dictionaries.some((facts) => judged.isDetectedBy(facts, () => true))
    expect([source, change.change, status]).toEqual([source, change.change, isSeen ? 'detected' : 'equal'])
    return status
  })
}

it('is exact: a change is equal exactly if no dictionary is answered differently', () => {
  const statuses = judgedExactly(FINITE)
  expect(statuses.length).toBeGreaterThan(50)
  expect(statuses).toContain('equal')
})

it('is exact for locals that are members of one set', () => {
  const statuses = judgedExactly(`declare c as boolean;
declare local l as boolean;
declare local m as boolean;
assert a [optimistic] { And(c, AtLeast(2, x in {l, m}, x)) };
`)
  expect(statuses).toContain('detected')
})

it('is exact for what a local decides, under every policy', { tags: ['repeated'] }, () => {
  const statuses = Array.from({ length: repetitions(100) }, (_, seed) =>
    judgedExactly(randomRules(seededRandom(seed), { numbers: false, nonlinear: false, assertions: 2 })),
  )
  expect(new Set(statuses.flat())).toEqual(new Set(['detected', 'equal']))
})
