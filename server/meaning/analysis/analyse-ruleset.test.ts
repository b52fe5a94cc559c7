import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { applyFix } from '../../language/messages/diagnostic'
import { analyseRuleset, findInTurns } from './analyse-ruleset'
import type { AnalysisResult } from './analysis-result'

const solver = startSolver()

function tools(steps = 50_000_000, solverSteps?: number) {
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  return { solver, mode: 'tiers' as const, budget, meter: new Meter(steps, solverSteps) }
}

const CLAIMS = `version 1.3;
// @unit rate USD
// @range rate 0..1000
declare rate as numeric;
declare city as enum {"new_york", "boston", "elsewhere"};
declare nights as numeric;
declare vip as boolean;
`

function analyse(statements: string, form: 'quick' | 'full' = 'full', version = '1.3'): AnalysisResult {
  const source = CLAIMS.replace('1.3', version) + statements
  return analyseRuleset({ source, ruleset: compileText(source) }, { tools: tools(), form })
}

/** Kinds and names, without the note about unread claims. */
function facts(statements: string): readonly string[] {
  return analyse(statements)
    .findings.filter(({ kind }) => kind !== 'claim_changes_nothing')
    .map(({ kind, assertions, definitions }) => [kind, ...assertions, ...definitions].join(' '))
}

describe('vacuous assertions', () => {
  it.each([
    ['assert a { rate > 2000 "USD" };', 'never_true a'],
    ['assert a { And(rate > 500 "USD", vip, rate < 300 "USD") };', 'never_true a'],
    ['assert a { Or(rate > 500 "USD", rate <= 600 "USD") };', 'never_false a'],
    ['assert a { IsMember(city, {"new_york", "boston", "elsewhere"}) };', 'never_false a'],
    ['assert a { Implies(nights > 3, nights >= 3) };', 'never_false a'],
    ['assert a { rate / (nights - nights) > 1 "USD" };', 'never_has_value a'],
  ])('%s', (statements, fact) => expect(facts(statements)).toEqual([fact]))

  it.each([
    'assert a { rate > 999 "USD" };',
    'assert a { And(rate > 300 "USD", vip, rate < 300.01 "USD") };',
    'assert a { Or(rate > 500 "USD", rate < 500 "USD") };',
    'assert a { IsMember(city, {"new_york", "boston"}) };',
  ])('is silent about %s', (statements) => expect(facts(statements)).toEqual([]))

  it('names the reason with its range or vocabulary', () => {
    const sentence = (statements: string) => analyse(statements).findings[0]!.sentence
    expect(sentence('assert a { rate > 2000 "USD" };')).toBe(
      '“a” is never TRUE: no case within the range of rate makes “rate > 2000 "USD"” TRUE. Correct the condition, or remove the assertion.',
    )
    expect(sentence('assert a { And(rate > 500 "USD", vip, rate < 300 "USD") };')).toContain(
      'no case makes “rate > 500 "USD"” TRUE and “rate < 300 "USD"” TRUE',
    )
    expect(sentence('assert a { IsMember(city, {"new_york", "boston", "elsewhere"}) };')).toContain(
      'no member of the vocabulary of city makes',
    )
  })

  it('is reported at the part that is the reason', () => {
    const [finding] = analyse('assert a { And(vip, rate > 2000 "USD") };').findings
    expect(finding!.place).toEqual({ line: 8, column: 21, endLine: 8, endColumn: 38 })
  })
})

describe('contradictions', () => {
  it('names pairs', () => {
    const texts = 'assert a { rate < 100 "USD" }; assert b { rate > 200 "USD" }; assert c { nights > 1 };'
    expect(facts(texts)).toEqual(['cannot_hold_together a b'])
  })

  it('names a smallest set if no pair contradicts itself', () => {
    const texts =
      'assert a { rate / 1 "USD" < nights }; assert b { nights < 5 }; assert c { rate > 6 "USD" }; assert d { vip };'
    expect(facts(texts)).toEqual(['cannot_hold_together a b c'])
  })

  it('does not report a consequence of a contradiction as a redundancy', () => {
    expect(
      facts('assert a { rate < 100 "USD" }; assert b { rate > 200 "USD" }; assert c { rate > 150 "USD" };'),
    ).toEqual(['cannot_hold_together a b', 'cannot_hold_together a c'])
    expect(facts('assert a { And(rate > 5 "USD", rate < 3 "USD", vip, vip) };')).toEqual(['never_true a'])
  })
})

describe('implications', () => {
  it('names one other assertion if one is enough', () => {
    const texts = 'assert a { rate < 100 "USD" }; assert b { rate < 200 "USD" }; assert c { nights > 1 };'
    expect(facts(texts)).toEqual(['implied_by_others a b'])
  })

  it('names a smallest set if one is not enough', () => {
    const texts = 'assert a { nights <= 5 }; assert b { nights >= 5 }; assert c { Implies(vip, nights == 5) };'
    expect(facts(texts)).toEqual(['implied_by_others a b c'])
  })

  it('reports two assertions with the same meaning once', () => {
    const { findings } = analyse('assert a { Not(vip) }; assert b { vip == False };')
    const reported = findings.filter(({ kind }) => kind === 'implied_by_others')
    expect(reported.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('“b” is TRUE exactly where “a” is TRUE'),
    ])
  })

  it('is silent if the author marked the implication as intended', () => {
    const texts =
      'assert a { rate < 100 "USD" };\n// @intended b The law states it separately.\nassert b { rate < 200 "USD" };'
    expect(facts(texts)).toEqual([])
  })
})

describe('parts that change nothing', () => {
  it.each([
    ['assert a { And(rate > 400 "USD", rate > 390 "USD") };', 'operand_changes_nothing a', 'rate > 390 "USD"'],
    ['assert a { Or(vip, And(vip, nights > 3)) };', 'operand_changes_nothing a', 'And(vip, nights > 3)'],
    ['assert a { And(vip, If(vip, nights > 3, nights > 5)) };', 'branch_never_taken a', 'nights > 5'],
    [
      'assert a { CASE city OF "boston": If(city == "boston", vip, nights > 2), DEFAULT: nights > 1 END };',
      'branch_never_taken a',
      'nights > 2',
    ],
    ['assert a { And(vip, rate <= 1000 "USD") };', 'comparison_is_constant a', 'rate <= 1000 "USD"'],
    [
      'let cap = If(rate > 2000 "USD", 1, 2); assert a { nights < cap };',
      'comparison_is_constant a cap',
      'rate > 2000 "USD"',
    ],
    [
      'let both = And(nights > 2, nights > 1); assert a { Implies(vip, both) };',
      'operand_changes_nothing a both',
      'nights > 1',
    ],
    ['assert a { ForAll(n in {nights, nights + 1}, n > 3) };', 'operand_changes_nothing a', 'nights + 1'],
  ])('%s', (statements, fact, at) => {
    const { findings } = analyse(statements)
    const reported = findings.filter(({ kind }) => kind !== 'claim_changes_nothing')
    expect(
      reported.map(({ kind, assertions, definitions }) => [kind, ...assertions, ...definitions].join(' ')),
    ).toEqual([fact])
    const { place } = reported[0]!
    const line = (CLAIMS + statements).split('\n')[place!.line - 1]!
    expect(line.slice(place!.column - 1, place!.endColumn - 1)).toBe(at)
  })

  it('considers every assertion that uses a definition', () => {
    const texts = 'let both = And(vip, nights > 1); assert a { Implies(vip, both) }; assert b { both };'
    expect(facts(texts)).toEqual(['implied_by_others a b'])
  })

  it('distinguishes FALSE from no value', () => {
    expect(facts('assert a { And(nights != 0, 6 / nights > 1, 6 / nights > 0) };')).toEqual([
      'operand_changes_nothing a',
    ])
    expect(facts('assert a { And(nights != 0, 6 / nights > 1) };')).toEqual([])
  })

  it('does not report what the compiler adds to a comparison with a claim that may be a code', () => {
    const text =
      'declare due as date;\ndeclare paid_on as date or {"never"};\n' +
      'assert in_time { And(paid_on >= due, paid_on <= due + 30 "d") };\n'
    const { findings } = analyse(text, 'full', '1.4')
    expect(findings.filter(({ kind }) => kind !== 'claim_changes_nothing')).toEqual([])
  })

  it('offers an edit that removes the finding and keeps the meaning', () => {
    const source = `${CLAIMS}assert a { And(rate > 400 "USD", rate > 390 "USD") };`
    const { findings } = analyseRuleset({ source, ruleset: compileText(source) }, { tools: tools(), form: 'full' })
    const { fix } = findings.find(({ kind }) => kind === 'operand_changes_nothing')!
    expect(applyFix(source, fix!)).toBe(`${CLAIMS}assert a { rate > 400 "USD" };`)
  })
})

it('names claims that no answer depends on', () => {
  const { findings } = analyse(
    'assert a { And(Or(vip, nights > 3), Or(Not(vip), nights > 3)) }; assert b { city == "boston" };',
  )
  const idle = findings.filter(({ kind }) => kind === 'claim_changes_nothing')
  expect(idle.map(({ claims }) => claims)).toEqual([['rate'], ['vip']])
})

it('gives examples on both sides of a threshold', () => {
  const { examples } = analyse('assert a { rate <= If(city == "boston", 350 "USD", 250 "USD") };')
  expect(examples).toEqual([
    {
      assertion: 'a',
      trueWhen: { claims: { rate: '250 USD', city: 'new_york', nights: '0', vip: false }, sentence: 'rate is 250 USD' },
      falseWhen: {
        claims: { rate: '251 USD', city: 'new_york', nights: '0', vip: false },
        sentence: 'rate is 251 USD and city is "new_york"',
      },
    },
  ])
})

it('lists a question that a budget left open once', () => {
  const source = `${CLAIMS}assert a { rate < 5 "USD" }; assert b { rate * nights > 3 "USD" };`
  const ruleset = compileText(source)
  const { open } = analyseRuleset({ source, ruleset }, { tools: tools(20), form: 'full' })
  expect(open.map(({ budget }) => budget)).toEqual(['evaluation_steps'])
  expect(open[0]!.sentence).toMatch(/^It is not decided whether .*evaluation_steps\.$/)
})

it('finds the same in turns as at once without a solver', () => {
  const source = `${CLAIMS}assert a { IsMember(city, {"new_york", "boston", "elsewhere"}) }; assert b { Or(vip, vip) };`
  const ruleset = compileText(source)
  const quick = { ...tools(), solver: null }
  const inTurns = [...findInTurns({ source, ruleset }, quick)].filter((finding) => finding !== null)
  const { findings, open } = analyseRuleset({ source, ruleset }, { tools: quick, form: 'quick' })
  expect(inTurns.map(({ kind }) => kind)).toEqual(findings.map(({ kind }) => kind))
  expect(findings.map(({ kind }) => kind).slice(0, 2)).toEqual(['never_false', 'operand_changes_nothing'])
  expect(open).toEqual([])
})

describe('a proof about one assertion is not applied to another', () => {
  it('does not report an operand of a definition that an always TRUE assertion needs', () => {
    const texts =
      'let either = Or(vip, nights > 3); assert a { And(either, vip) }; assert b { Or(either, nights <= 3) };'
    const kinds = analyse(texts).findings.filter(({ definitions }) => definitions.length > 0)
    expect(kinds.map(({ kind }) => kind)).toEqual(['never_false'])
  })

  it('limits sameness to the ranges if one of the two directions needs them', () => {
    const texts = 'assert a { And(rate >= 500 "USD", rate <= 2000 "USD") }; assert b { rate >= 500 "USD" };'
    const same = analyse(texts).findings.find(({ kind }) => kind === 'implied_by_others')
    expect(same?.sentence).toContain('“b” is TRUE exactly where “a” is TRUE, in every case within the range of rate.')
  })
  it('does not call a claim idle if its value decides whether there is an answer', () => {
    const idle = 'assert b { Or(vip, nights < nights) };'
    const claims = (texts: string) =>
      analyse(texts)
        .findings.filter(({ kind }) => kind === 'claim_changes_nothing')
        .flatMap((finding) => finding.claims)
    expect(claims(idle)).toContain('nights')
    expect(claims(`${idle} assert a { nights / nights == 1 };`)).not.toContain('nights')
  })

  it('does not report an operand that can only be dropped together with another one', () => {
    const texts =
      'assert a { If(And(vip, nights != 0, nights / nights == 1), Or(nights == 0, city == "boston"), Or(nights == 0, city == "new_york")) };'
    const idle = analyse(texts).findings.filter(({ kind }) => kind === 'operand_changes_nothing')
    expect(idle.map(({ sentence }) => sentence).join()).toContain('The operand “nights / nights == 1” changes nothing')
    expect(idle.map(({ sentence }) => sentence).join()).not.toContain('The operand “nights != 0” changes nothing')
  })
})

describe('a proof that depends on ranges', () => {
  it.each([
    [
      'assert a { And(vip, rate <= 2000 "USD") };',
      'No answer depends on the claim rate: in every case within the range of rate, ',
    ],
    [
      'assert a { 1 / (IF rate <= 1000 "USD" THEN 0 ELSE 1 END) > 1 };',
      'something is divided by zero in every case within the range of rate. ',
    ],
  ])('%s', (text, words) => {
    expect(
      analyse(text)
        .findings.map(({ sentence }) => sentence)
        .join('\n'),
    ).toContain(words)
  })
})

it('says that an assertion tests nothing only if it always has a value', () => {
  const sentenceOf = (text: string) => analyse(text).findings.find(({ kind }) => kind === 'never_false')?.sentence
  expect(sentenceOf('assert a { Or(vip, Not(vip)) };')).toContain('“a” is never FALSE, so it tests nothing: ')
  expect(sentenceOf('assert a { nights / nights == 1 };')).toContain('“a” is never FALSE: ')
})

describe('a branch', () => {
  const declared = 'declare b as boolean; declare c as boolean;\n// @range x 0..3\ndeclare x as numeric;\n'
  const branches = (text: string) => {
    const source = declared + text
    const { findings } = analyseRuleset({ source, ruleset: compileText(source) }, { tools: tools(), form: 'full' })
    return findings.filter(({ kind }) => kind.startsWith('branch_'))
  }

  it.each([
    [
      'assert a { IF b THEN c ELSE 1 / 0 > x END };',
      '“1 / 0 > x” of “a” divides by zero in every case in',
      '‘b’ is no',
    ],
    [
      'assert a { And(x <= 0, If(b, c, 2 / x != 1)) };',
      '“2 / x != 1” of “a” divides by zero in every case within the range of x in',
      '‘b’ is no and x is 0',
    ],
    [
      'let part = IF b THEN 1 ELSE 1 / (x - x) END; assert a { part > x };',
      '“1 / (x - x)” of the definition “part” divides by zero in every case in',
      '‘b’ is no and x is 0',
    ],
  ])('without a value where it matters is not said to change nothing: %s', (text, fact, when) => {
    const reported = branches(text)
    expect(reported.map(({ kind, sentence }) => [kind, sentence])).toEqual([
      [
        'branch_divides_by_zero',
        `The branch ${fact} which an answer depends on it, as when ${when}. Correct the divisor, or the condition that leads to it.`,
      ],
    ])
    expect(reported[0]!.witness!.claims).toMatchObject({ b: false })
  })

  it.each([
    ['assert a { If(b, c, 2 / x != 1) };', []],
    ['assert a { And(b, x > If(b, 1, 2)) };', ['whatever number is in its place']],
    ['assert a { And(b, If(b, c, x > 2)) };', ['whether TRUE or FALSE is in its place']],
    [
      'declare l as enum ["low", "mid", "high"]; declare m as enum ["low", "mid", "high"]; assert a { And(b, m == If(b, l, "mid")) };',
      ['whichever of "low", "mid" and "high" is in its place'],
    ],
    ['assert a { x > IF x / x == 1 THEN 1 ELSE 2 END };', ['in every case, it is not taken']],
  ])('that no answer depends on: %s', (text, words) => {
    expect(branches(text).map(({ sentence }) => sentence)).toEqual(words.map((each) => expect.stringContaining(each)))
  })
})

describe('the analysis reports', () => {
  it('exceptions without an order that meet, with a case', () => {
    const texts = (between: string) =>
      `declare sanctioned as boolean; assert a { nights < 3 } except when sanctioned { False } ${between}except when And(vip, nights > 9) { True };`
    const [finding] = analyse(texts(''), 'full', '1.4').findings
    expect(finding).toMatchObject({ kind: 'exceptions_meet', severity: 'warning', assertions: ['a'] })
    expect(finding!.sentence).toBe(
      'The exceptions “sanctioned” and “And(vip, nights > 9)” of “a” meet, as when nights is 10, ‘vip’ is yes and ‘sanctioned’ is yes, and there is no value then. Write then except when before the one that wins, or narrow a condition.',
    )
    expect(finding!.witness!.claims).toMatchObject({ vip: true, sanctioned: true })
    expect(analyse(texts('then '), 'full', '1.4').findings.map(({ kind }) => kind)).not.toContain('exceptions_meet')
  })

  it('no exceptions that never meet, give one value, or meet only if a later one wins', () => {
    const exceptions = (text: string) =>
      analyse(`let limit = 5 ${text}; assert a { nights < limit };`, 'full', '1.4').findings.filter(
        ({ kind }) => kind === 'exceptions_meet',
      )
    expect(exceptions('except when nights > 20 { 1 } except when nights < 10 { 2 }')).toEqual([])
    expect(exceptions('except when vip { 1 } except when nights < 10 { 1 }')).toEqual([])
    expect(exceptions('except when vip { 1 } except when nights < 10 { 2 } then except when vip { 3 }')).toEqual([])
    expect(exceptions('except when vip { 1 } except when nights < 10 { 2 }')).toMatchObject([
      { definitions: ['limit'], assertions: ['a'] },
    ])
  })

  it('every set that cannot hold together', () => {
    const texts =
      'assert a { vip }; assert b { Implies(vip, nights > 5) }; assert c { nights < 3 }; assert d { Or(nights == 7, Not(vip)) }; assert e { rate > 4 "USD" };'
    expect(facts(texts).filter((fact) => fact.startsWith('cannot'))).toEqual([
      'cannot_hold_together a c d',
      'cannot_hold_together a b c',
    ])
  })

  it('the fewest assertions that imply another one', () => {
    const texts = `assert a { Implies(vip, nights > 1) }; assert b { Implies(nights > 1, rate > 1 "USD") };
      assert c { Implies(rate > 1 "USD", city == "boston") }; assert d { Implies(vip, nights > 2) };
      assert e { Implies(nights > 2, city == "boston") }; assert f { Implies(vip, city == "boston") };`
    const reported = analyse(texts).findings.filter(({ kind }) => kind === 'implied_by_others')
    expect(reported.map(({ implication }) => implication)).toEqual([
      { implied: 'a', by: ['d'] },
      { implied: 'e', by: ['b', 'c'] },
      { implied: 'f', by: ['d', 'e'] },
    ])
  })

  it('an assertion that another implies, even if a later one means the same', () => {
    const texts = 'assert a { nights > 1 }; assert b { Not(nights <= 1) }; assert c { nights > 2 };'
    const reported = analyse(texts).findings.filter(({ kind }) => kind === 'implied_by_others')
    expect(reported.map(({ implication }) => implication)).toEqual([
      { implied: 'a', by: ['c'] },
      { implied: 'b', by: ['a'] },
    ])
  })

  it('one question for everything that irrational numbers leave open about an assertion', () => {
    const source = 'declare side as numeric; assert it { side * side == 2 };'
    const { open } = analyseRuleset({ source, ruleset: compileText(source) }, { tools: tools(), form: 'full' })
    expect(open).toHaveLength(1)
    expect(open[0]).toMatchObject({ budget: 'irrational', assertions: ['it'] })
    expect(open[0]!.sentence).toMatch(
      /^It is not decided whether “it” can be TRUE, and \d more questions about the same: /,
    )
  })

  it('a claim that only constant assertions read', () => {
    const { findings } = analyse('assert a { rate > 2000 "USD" }; assert b { Or(vip, Not(vip)) };')
    const idle = findings.filter(({ kind }) => kind === 'claim_changes_nothing')
    expect(idle.flatMap(({ claims }) => claims)).toEqual(['rate', 'city', 'nights', 'vip'])
  })
})

describe('an assertion that proves something about a table', () => {
  const texts = 'let cap = CASE city OF "boston": 3, DEFAULT: 5 END; assert a { nights < cap }; assert b { cap > 2 };'
  const ofAssertion = (text: string) => analyse(text).findings.filter(({ assertions }) => assertions[0] === 'b')

  it('is called proved, and its removal is not suggested', () => {
    const [finding] = ofAssertion(texts)
    expect(finding).toMatchObject({ kind: 'never_false', severity: 'note', definitions: ['cap'] })
    expect(finding!.sentence).toBe(
      '“b” is proved: it is TRUE in every case, because no member of the vocabulary of city makes “cap > 2” FALSE. If it is meant to prove this about the definition cap, leave it and write // @intended b and the reason above it; otherwise correct the condition.',
    )
  })

  it('is not mentioned if the author marked it as intended', () => {
    expect(ofAssertion(texts.replace('assert b', '\n// @intended b Every cap is above two nights.\nassert b'))).toEqual(
      [],
    )
  })
})
