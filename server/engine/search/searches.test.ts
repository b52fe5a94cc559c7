import { describe, expect, it } from 'vitest'
import { Meter } from '../core/meter'
import { type Completion, FALSE, NONE, TRUE } from '../core/value'
import { type Claims, knownByName, openText } from '../testing/open-text'
import { randomClaims, randomRules, seededRandom } from '../testing/random-rules'
import { Exhaustion } from './exhaustion'
import { findByDraws } from './find-by-draws'
import { Question } from './question'
import { sampledWitnesses } from './samples'
import { isSensitised } from './sensitising'
import { isExcludedByCases, possibleByCases } from './splitting'
import { steeredWitness } from './steering'

const DECLARED = `
declare a as boolean; declare b as boolean; declare c as boolean; declare d as boolean;
declare kind as enum {"person", "company", "trust"}; declare level as enum ["low", "mid", "high"];
declare assets as numeric; declare debts as numeric; declare income as numeric; declare joint as boolean;
let worth = assets - debts;
let limit = If(joint, 300, 200);
`
const STEPS = 20_000

function ask(condition: string, claims: Claims = {}): Question {
  const program = openText(`${DECLARED} assert it { ${condition} };`)
  return new Question(program, 0, knownByName(program.ruleset, claims), new Meter(1e9))
}

function input(question: Question, wanted: string): number {
  return question.program.ruleset.inputs.findIndex(({ name }) => name === wanted)
}

function names(question: Question, inputs: readonly number[]): string {
  return inputs.map((index) => question.input(index).name).join(' ')
}

const conditions = [
  'And(a, Not(b), Or(c, d), kind == "trust", worth > 1000)',
  'Xor(a, And(b, income <= limit))',
  'If(a, worth > 5, And(b, c, d, level > "mid"))',
  'IF kind == "person" THEN And(income > limit, a) END',
  'CASE kind OF "person": And(a, b), "company": worth == 77, "trust": False END',
  'And(AtLeast(2, s in {a, b, c}, s), AtMost(1, s in {c, d}, s), ExactlyOne(s in {b, d}, s))',
  'IsMember(income, {assets + 1, 12})',
  'And(IsMember(level, {"mid", "high"}), CASE level OF "high": a, DEFAULT: False END)',
  'And(assets > 10 * debts, debts > 7)',
  'CountWhere(s in {a, b, c}, s) == 2',
]

describe('occurring inputs', () => {
  it('exclude those only in settled parts and branches not taken', () => {
    const occurring = (condition: string, claims: Claims) => {
      const question = ask(condition, claims)
      return names(question, question.occurring)
    }
    expect(occurring('Or(And(a, b), And(c, d))', { a: false })).toBe('c d')
    expect(occurring('If(a, assets > 1, income > 1)', { a: false })).toBe('income')
    expect(occurring('CASE kind OF "person": a, DEFAULT: b END', { kind: 'trust' })).toBe('b')
    expect(occurring('CASE kind OF "person": a, DEFAULT: b END', {})).toBe('a b kind')
    expect(occurring('income > limit', { income: 500 })).toBe('')
    expect(occurring('income > limit', { income: 250 })).toBe('joint')
    expect(occurring('0 * assets + income > 3', {})).toBe('income')
    expect(occurring('Exists(s in Intersect({a, b}, {b, c}), s)', { a: false })).toBe('b')
    expect(occurring('Exists(s in Intersect({a, b}, {True, c}), s)', {})).toBe('a b')
    expect(occurring('And(a, level >= "low")', { a: true, level: 'mid' })).toBe('')
  })
})

describe('steered witnesses', () => {
  it('are true and false completions', () => {
    for (const condition of conditions)
      for (const wanted of [TRUE, FALSE] as const) {
        const question = ask(condition)
        const witness = steeredWitness(question, wanted, STEPS)
        expect([condition, wanted, witness === null ? null : question.evaluate(witness)]).toEqual([
          condition,
          wanted,
          wanted,
        ])
      }
  })

  it('show the inputs that matter', () => {
    const relevant = (condition: string, claims: Claims = {}) => {
      const question = ask(condition, claims)
      return names(
        question,
        question.occurring.filter((index) => isSensitised(question, index, STEPS)),
      )
    }
    expect(relevant(conditions[0]!)).toBe('a b c d kind assets debts')
    expect(relevant(conditions[2]!)).toBe('a b c d level assets debts')
    expect(relevant(conditions[3]!)).toBe('a kind income joint')
    expect(relevant(conditions[4]!)).toBe('a b kind assets debts')
    expect(relevant('AtLeast(2, s in {a, b, c, worth > 3}, s)')).toBe('a b c assets debts')
    expect(relevant('ForAll(s in {income, assets, debts}, s > limit)')).toBe('assets debts income joint')
  })

  it('never claim anything false on random rules', { tags: 'thorough' }, () => {
    let built = 0
    for (let seed = 0; seed < 60; seed++) {
      const random = seededRandom(seed)
      const program = openText(randomRules(random, { numbers: false, nonlinear: false, assertions: 8 }))
      const claims = randomClaims(random, program.ruleset, 0.3)
      program.roots.forEach((_, assertion) => {
        const question = new Question(program, assertion, claims, new Meter(1e9))
        const truth = Exhaustion.of(question)
        if (truth === null) throw new Error('a finite question was not exhausted')
        for (const wanted of [TRUE, FALSE] as const) {
          const witness = steeredWitness(question, wanted, STEPS)
          if (witness !== null) built++
          expect(witness === null || (truth.possible & wanted) !== 0).toBe(true)
        }
        expect(truth.possible & ~possibleByCases(question, TRUE | FALSE | NONE)).toBe(0)
        for (const index of question.occurring) {
          if (isSensitised(question, index, STEPS)) expect(truth.isRelevant(index)).toBe(true)
          if (isExcludedByCases(question, index)) expect(truth.isRelevant(index)).toBe(false)
        }
      })
    }
    expect(built).toBeGreaterThan(100)
  })
})

describe('draws', () => {
  it('find the one value at which unrelated choices agree, and the same each time', () => {
    const condition = 'And(kind == "trust", Xor(a, b), Xor(c, d), level == "mid", worth * 3 == income + 7)'
    const found = [1, 2].map(() => {
      const question = ask(condition)
      const witness = findByDraws(question, TRUE)
      expect(witness === null ? null : question.evaluate(witness)).toBe(TRUE)
      return witness
    })
    expect(found[0]).toEqual(found[1])
  })

  it('return only what the evaluator confirms, and nothing for an impossible outcome', () => {
    for (const condition of conditions)
      for (const wanted of [TRUE, FALSE]) {
        const question = ask(condition)
        const witness = findByDraws(question, wanted)
        if (witness !== null) expect([condition, question.evaluate(witness)]).toEqual([condition, wanted])
      }
    expect(findByDraws(ask('And(worth > 3, assets < debts)'), TRUE)).toBeNull()
    expect(findByDraws(ask('income / 2 > 3'), NONE)).toBeNull()
  })
})

describe('proofs by cases', () => {
  it('settle what numbers cannot change, and exclude inputs that no case reaches', () => {
    const question = ask('Implies(kind == "company", CASE kind OF "person": income > limit, DEFAULT: worth > 3 END)')
    expect(possibleByCases(question, TRUE | FALSE)).toBe(TRUE | FALSE)
    expect(isExcludedByCases(question, input(question, 'income'))).toBe(true)
    expect(isExcludedByCases(question, input(question, 'joint'))).toBe(true)
    expect(isExcludedByCases(question, input(question, 'assets'))).toBe(false)
    expect(isExcludedByCases(question, input(question, 'kind'))).toBe(false)
    const settled = ask('Or(a, And(Not(a), Or(b, Not(b), worth > 3)))')
    expect(possibleByCases(settled, TRUE | FALSE)).toBe(TRUE)
  })
})

describe('exhaustion', () => {
  it('is refused if a number occurs or there are too many combinations', () => {
    expect(Exhaustion.of(ask('And(a, worth > 3)'))).toBeNull()
    expect(Exhaustion.of(ask('And(a, worth > 3)', { assets: 1, debts: 0 }))).not.toBeNull()
    const booleans = Array.from({ length: 13 }, (_, i) => `x${i}`)
    const open = (count: number) =>
      openText(
        `${booleans.map((name) => `declare ${name} as boolean;`).join('')} assert it { And(${booleans.slice(0, count).join()}) };`,
      )
    const question = (count: number) => {
      const program = open(count)
      return new Question(program, 0, knownByName(program.ruleset, {}), new Meter(1e9))
    }
    expect(Exhaustion.of(question(12))).not.toBeNull()
    expect(Exhaustion.of(question(13))).toBeNull()
  })

  it('gives the first combination of an outcome in the order of declaration', () => {
    const question = ask('Or(And(a, level == "high"), And(b, Not(a)))')
    const table = Exhaustion.of(question)!
    const assigned = (completion: Completion | null) => completion?.filter((value) => value !== null)
    expect(table.possible).toBe(TRUE | FALSE)
    expect(assigned(table.first(TRUE))).toEqual([false, true, 'low'])
    expect(assigned(table.first(FALSE))).toEqual([false, false, 'low'])
    expect(table.first(NONE)).toBeNull()
    expect(
      names(
        question,
        question.occurring.filter((index) => table.isRelevant(index)),
      ),
    ).toBe('a b level')
  })
})

describe('samples', () => {
  it('find completions without a value if these are sought', () => {
    const question = ask('1 / (worth - 5) > 0')
    const witnesses = sampledWitnesses(question, TRUE | FALSE | NONE, STEPS)
    expect([...witnesses.keys()].sort()).toEqual([TRUE, FALSE, NONE])
    for (const [outcome, completion] of witnesses) expect(question.evaluate(completion)).toBe(outcome)
  })
})
